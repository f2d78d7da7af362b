"""A package from elsewhere that extends Woozle."""
