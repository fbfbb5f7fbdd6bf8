"""The common part of models with defaults: what an absent field has, and that it stays absent when it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import model_serializer

from ._model import _Model  # pyright: ignore[reportPrivateUsage]

__all__ = ["FilledModel"]


class FilledModel(_Model, frozen=True):
    """An object with fields that have their default where a payload does not have the key.

    `model_fields_set` has the names of the fields that the payload has, and of those that you set. Only these are written.
    """

    __filled__: ClassVar[dict[str, str]] = {}
    """The keys of the fields with a default, by their names."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        names = {name: key for key, name in cls.__keys__.items()}
        cls.__filled__ = {
            name: names[name] for name, it in cls.model_fields.items() if it.validate_default
        }

    def _absent(self) -> dict[str, str]:
        """Returns the keys of the fields that have their default, by their names."""
        sent = self.__pydantic_fields_set__
        return {name: key for name, key in self.__filled__.items() if name not in sent}

    def __values__(self) -> dict[str, Any]:
        absent = self._absent()
        return {name: it for name, it in vars(self).items() if name not in absent}

    if not TYPE_CHECKING:

        # Without the type of the result, the JSON schema of what is written has the fields.
        @model_serializer(mode="wrap")
        def _write(self, write: Any, info: Any):  # noqa: ANN202
            """Leaves out the fields that have their default."""
            written = write(self)
            for name, key in self._absent().items():
                written.pop(name if info.by_alias is False else key, None)
            return written
