"""Pictures for players: files opened safely, an album of them by digest, and a sheet to draw on."""
