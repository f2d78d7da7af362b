"""What another package brings to Woozle."""
