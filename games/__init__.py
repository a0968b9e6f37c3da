"""The games, a module or package each. Each is found by itself: it holds its game as ``game``."""
