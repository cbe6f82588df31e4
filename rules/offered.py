"""Whether a system offers something: asked at every order, looked at once for each class."""

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

__all__ = ["Asked"]

if TYPE_CHECKING:
    from abc import ABCMeta as Asked
else:

    class Asked(type(Protocol)):
        """The class of protocols that systems may fulfil: what a class offers never changes."""

        @lru_cache(maxsize=500)  # noqa: B019 - these classes live as long as the program
        def is_offered_by(cls, kind: type) -> bool:
            """Has a class all that the protocol names?"""
            names = {*vars(cls), *cls.__annotations__}
            return all(hasattr(kind, name) for name in names if not name.startswith("_"))

        def __instancecheck__(cls, instance: object) -> bool:
            return cls.is_offered_by(type(instance))
