"""The queue of questions to the user."""
