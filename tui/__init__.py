"""The Textual app and the command line. Importing this package costs nothing."""
