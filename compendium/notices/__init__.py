"""Notices: who is told by e-mail or web push that it is their turn at a table by days. Each is opt-in."""
