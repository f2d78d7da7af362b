"""Studies with people, from the first screen to the goodbye: what comes next, how matches begin, and what is told at the end."""
