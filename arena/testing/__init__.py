"""What every game and every agent must do: the suites behind `woozle.testing` and `woozle agent check`."""
