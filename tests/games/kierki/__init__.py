"""Kierki's rules, bots and strength."""
