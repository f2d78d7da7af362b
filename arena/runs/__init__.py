"""Many matches without people: planned once, played side by side, resumable at any time."""
