"""Transcripts: format, store, verify, resume."""
