"""Pure functions from what a viewer observed to what a widget shows; no Textual."""
