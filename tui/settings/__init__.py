"""The settings: what each may be, their file, and keys that were moved."""
