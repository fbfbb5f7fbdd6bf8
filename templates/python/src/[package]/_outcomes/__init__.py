"""The outcomes of hooks."""
