"""The ship: spatial social deduction, where every sentence of a meeting can be checked against what really happened.

After QUACK (Duck, Duck, Goose on a spaceship): geese do tasks, ducks kill in secret, meetings vote a player out. The preset `quack`
reproduces the rules of the public release, oddities included; `standard` mends them, each by a named option of `Config`.

    config.py   options and presets      map.py     rooms, corridors, routes       maps/  the three maps that come with the game
    events.py   what can be observed     rules.py   the rules, from top to bottom
"""
