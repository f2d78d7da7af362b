"""Open tables: matches whose seats are taken over a network. Nothing here knows HTTP or HTML."""
