"""How scenes are drawn, with Pillow."""
