"""The quest, made ready to be shown."""
