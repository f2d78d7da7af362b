"""Textual CSS, one file a screen."""
