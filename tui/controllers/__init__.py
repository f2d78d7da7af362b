"""Controllers: objects that the app holds, each of which owns one topic."""
