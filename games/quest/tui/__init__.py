"""The commands of the quest."""
