"""The table of the undercover game."""
