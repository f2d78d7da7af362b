"""Models at the table: which one, where it runs, what it may cost, how it is asked and what its replies mean."""
