"""A page that replays one match in a browser: `replay.py` says what is in it, `document.py` puts it together."""
