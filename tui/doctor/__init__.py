"""The checks of `woozle doctor`: software, terminal, folders, models, data of games, leftovers.

They change nothing, and no finding holds a secret, or the name of a person or of this machine.
"""
