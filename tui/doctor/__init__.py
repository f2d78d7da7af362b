"""What `woozle doctor` looks at: software, terminal, folders, models, what games need, what was left.

Nothing here changes anything, and no finding holds a secret, or the name of a person or of this machine.
"""
