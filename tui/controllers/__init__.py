"""Controllers: objects that the app holds, one for each topic."""
