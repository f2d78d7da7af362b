"""Conformance tests for games and agents: the suites behind `woozle.testing` and `woozle agent check`."""
