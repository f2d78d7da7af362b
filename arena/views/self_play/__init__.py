"""Views of self-play."""
