"""Tournaments: events that add up to a state, what is asked of the desk, and what the coordinator rules."""
