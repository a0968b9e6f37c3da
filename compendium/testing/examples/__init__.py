"""Small whole games, to read and to copy."""
