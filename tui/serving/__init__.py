"""A study in browsers: a server on this machine that lets invited people in, and shows each of them the app in a page of its own.

What draws the terminal in the page, and how an app speaks through it, are textual-serve's and Textual's; the doors are ours.
"""
