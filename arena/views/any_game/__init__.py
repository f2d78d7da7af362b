"""Views of any game that brings none of its own: the words of its prompt, and figures."""
