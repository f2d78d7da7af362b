"""Transcripts made from logs of other projects."""
