"""Pure functions from a viewer's observation to a widget's content; no Textual."""
