"""Pages, styles and scripts for browsers, except those of the terminal itself."""
