"""Imports every name of a Python package and builds all of its pydantic models. The argument is the package."""

import sys
from importlib import import_module

from pydantic import BaseModel, TypeAdapter

package = import_module(sys.argv[1])
models = import_module(f"{sys.argv[1]}.models")

for name in package.__all__:
    getattr(package, name)
for name in set(models.__all__) - {"MISSING", "Missing"}:
    model = getattr(models, name)
    if isinstance(model, type) and issubclass(model, BaseModel):
        model.model_rebuild()
        continue
    adapter = TypeAdapter(model)
    if not adapter.pydantic_complete:
        adapter.rebuild(raise_errors=True)
