"""Models as players: their names, endpoints and prices, how they are asked, and how their replies are read."""
