"""Widgets that only one game needs, a package a game."""
