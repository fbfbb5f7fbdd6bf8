"""The types of the validation plan. A payload has only a few of them, and only their modules are loaded."""
