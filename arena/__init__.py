"""Matches, runs, reports, studies, exports and pages for browsers, without a terminal."""
