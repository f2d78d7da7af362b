"""The commands and widgets of the ship."""
