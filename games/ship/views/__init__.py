"""Views of the ship: pure functions from a viewer's observations to widgets' contents."""
