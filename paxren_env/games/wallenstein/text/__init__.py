"""TEXT: to be written."""
