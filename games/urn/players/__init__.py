"""The urn: its bots and prompt."""
