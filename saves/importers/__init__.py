"""Transcripts of other projects, made into ours."""
