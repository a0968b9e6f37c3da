"""Nerts: rules, votes, scoring, the laws."""
