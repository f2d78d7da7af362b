"""Reports on finished matches: read from transcripts, as text, and as JSON for programs."""
