"""Payloads of every event, and functions that try a hook with them."""
