"""Drawings of scenes, with Pillow."""
