"""Statistics: intervals, the bootstrap, agreement of labellers, standings and ratings of players."""
