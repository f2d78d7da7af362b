"""The urn, a game of our own: all seats report their draws, and one of them, the crook, wants the others to be wrong."""
