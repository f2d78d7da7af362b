"""The frames of the pages of open tables."""
