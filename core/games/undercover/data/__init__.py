"""Pictures with questions from files of others."""
