"""The type of handlers, for annotations. At run time it is `dict`; the stub has the events and tools."""

Handlers = dict
