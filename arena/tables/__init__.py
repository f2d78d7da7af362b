"""Open tables: matches that people and agents on other machines join."""
