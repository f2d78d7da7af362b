"""Transcripts: their format, where they are stored, how they are verified, resumed, withdrawn and imported, and tables of them."""
