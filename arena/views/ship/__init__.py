"""How the ship is shown: pure, from what a viewer observed to what widgets show."""
