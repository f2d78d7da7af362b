"""The commands of self-play."""
