"""What joins rules, players and transcripts and needs no terminal: matches, runs, studies, exports, pages for browsers."""
