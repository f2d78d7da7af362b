"""The widgets of the debate."""
