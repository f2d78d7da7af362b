"""Tables and figures of papers, played again: recipes, which are data beside games, and the one engine that plays them."""
