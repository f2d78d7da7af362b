"""The screens, a module for each."""
