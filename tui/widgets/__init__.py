"""Widgets that Textual does not have; each shows a frozen view-model."""
