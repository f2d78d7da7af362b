"""The other side of the wire: a seat at a table of another machine. What a host sends is data, and nothing of it is believed."""
