"""Players without a stake: they read, judge or look up, and win nothing."""
