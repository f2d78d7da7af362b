"""Woozle as an environment of other libraries, in which agents are trained and evaluated."""
