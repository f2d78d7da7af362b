"""The commands of Undercover."""
