"""Matches of the app: played, watched and replayed, with the messages that screens and they send each other."""
