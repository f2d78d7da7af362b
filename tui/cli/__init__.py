"""The command line, `woozle`: its commands, what they print, and matches without a screen."""
