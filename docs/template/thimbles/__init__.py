"""Thimbles, a whole game for Woozle in one folder."""
