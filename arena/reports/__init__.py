"""What finished matches come to: read from transcripts, as text, and as JSON for programs."""
