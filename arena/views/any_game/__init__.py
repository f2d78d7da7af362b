"""Views of any game without its own: the words of its prompt, and figures."""
