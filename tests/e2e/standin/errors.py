"""Discord's refusals: an HTTP status, a numeric code, a message and perhaps a tree of errors."""

from typing import Any

Json = dict[str, Any]

UNKNOWN = {
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Overwrite": 10009,
    "Role": 10011,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "Interaction": 10062,
    "Application Command": 10063,
}


class ApiError(Exception):
    """One refusal, as Discord words it."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON that Discord sends with it."""
        tree = {"errors": self.errors} if self.errors else {}
        return {"message": self.message, "code": self.code, **tree}


class HumanCannotError(AssertionError):
    """A test asked a person to do what Discord's own client would not let them do."""


def unknown(what: str) -> ApiError:
    """404: there is no such thing, or the bot may not know of it."""
    return ApiError(404, UNKNOWN[what], f"Unknown {what}")


def missing_access() -> ApiError:
    """403: the place cannot even be seen."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """403: the place can be seen, but this may not be done there."""
    return ApiError(403, 50013, "Missing Permissions")


def empty_message() -> ApiError:
    """400: nothing to show."""
    return ApiError(400, 50006, "Cannot send an empty message")


def dm_closed() -> ApiError:
    """403: this person takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def already_answered() -> ApiError:
    """400: an interaction has exactly one first answer."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def dead_token() -> ApiError:
    """401: the interaction's token is unknown or older than fifteen minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def bad_form(path: str, code: str, message: str) -> ApiError:
    """400: one complaint about one field, for checks that stop at the first."""
    form = Form()
    form.complain(path, code, message)
    return form.error()


class Form:
    """Collects every complaint about a payload and turns them into Discord's `errors` tree."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def complain(self, path: str, code: str, message: str) -> None:
        """Note a complaint at a dotted path such as `embeds.0.title`."""
        node = self.tree
        for part in filter(None, path.split(".")):
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def longest(self, path: str, value: object, most: int) -> None:
        """Complain if a text or list is longer than `most`; null is fine."""
        if value is not None and hasattr(value, "__len__") and len(value) > most:
            self.complain(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def required(self, path: str, value: object) -> None:
        """Complain if a field is missing or empty."""
        if value is None or value == "":
            self.complain(path, "BASE_TYPE_REQUIRED", "This field is required")

    def between(self, path: str, value: object, least: int, most: int) -> None:
        """Complain if a text or list is missing, or its length is out of bounds."""
        if value is None:
            self.required(path, value)
        elif hasattr(value, "__len__") and not least <= len(value) <= most:
            words = f"Must be between {least} and {most} in length."
            self.complain(path, "BASE_TYPE_BAD_LENGTH", words)

    def error(self) -> ApiError:
        """The refusal that carries the whole tree."""
        return ApiError(400, 50035, "Invalid Form Body", self.tree)

    def check(self) -> None:
        """Raise ApiError if there were complaints."""
        if self.tree:
            raise self.error()
