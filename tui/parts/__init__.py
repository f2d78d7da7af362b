"""What the app can do, part by part; `tui/app.py` puts them together."""
