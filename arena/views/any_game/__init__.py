"""How any game is shown that has no room of its own in `present/` and `seating/`: in the words of its prompt, and in figures."""
