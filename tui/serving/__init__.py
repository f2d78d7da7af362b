"""The app of a study in a browser.

What draws the terminal in the page, and how an app speaks through it, are textual-serve's and Textual's; the server is
`arena/web`.
"""
