"""Transcripts: format, store, verify, resume, withdraw; what is made of them (tables, studies); files of labels and claims."""
