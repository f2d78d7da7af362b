"""The urn, a game of ours: all report what they drew from it, and one of them, the crook, wants the others to be wrong."""
