"""What Discord accepts in a message: lengths, counts, sizes; and what it complains about."""

import re
from typing import Any

from .components import check_components
from .errors import ApiError, Form, Json, empty_message
from .guild import Flag

CONTENT = 2000
EMBEDS = 10
EMBED_TOTAL = 6000
FILES = 10
FILE_SIZE = 10 * 1024 * 1024
REQUEST_SIZE = 25 * 1024 * 1024
ALT_TEXT = 1024
NONCE = 25
MENTIONED = 100
EMBED_TEXTS = {"title": 256, "description": 4096}
EMBED_LINKS = ("url", "image.url", "thumbnail.url", "footer.icon_url", "author.url")
SCHEME = re.compile(r"(https?|attachment)://\S+", re.IGNORECASE)


def check_message(form: Json, uploads: dict[int, Any], editing: bool = False) -> None:
    """Raise ApiError if a message breaks any limit; a new one must also show something."""
    complaints = Form()
    flags = form.get("flags") or 0
    complaints.longest("content", form.get("content"), CONTENT)
    complaints.longest("nonce", str(form.get("nonce") or ""), NONCE)
    check_embeds(complaints, form.get("embeds") or [])
    _check_attachments(complaints, form.get("attachments") or [], uploads)
    check_components(complaints, form.get("components") or [], bool(flags & Flag.COMPONENTS_V2))
    _check_mentions(complaints, form.get("allowed_mentions") or {})
    if flags & Flag.COMPONENTS_V2:
        _check_nothing_beside(complaints, form)
    complaints.check()
    if not editing and not shows_something(form, uploads):
        raise empty_message()


def shows_something(form: Json, uploads: dict[int, Any]) -> bool:
    """Would a message have any visible part?"""
    text = str(form.get("content") or "").strip()
    parts = ("embeds", "components", "attachments", "sticker_ids", "poll")
    return bool(text or uploads or any(form.get(part) for part in parts))


def check_upload_sizes(uploads: dict[int, Any]) -> None:
    """Raise ApiError if files are too big, singly or together."""
    sizes = [len(upload.content) for upload in uploads.values()]
    if sum(sizes) > REQUEST_SIZE or any(size > FILE_SIZE for size in sizes):
        raise ApiError(413, 40005, "Request entity too large")


def check_embeds(form: Form, embeds: list[Json]) -> None:
    """Check each embed's fields, and the total size of all embeds."""
    form.longest("embeds", embeds, EMBEDS)
    for index, embed in enumerate(embeds):
        _check_embed(form, f"embeds.{index}", embed)
    if sum(map(embed_size, embeds)) > EMBED_TOTAL:
        words = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        form.complain("embeds", "MAX_EMBED_SIZE_EXCEEDED", words)


def embed_size(embed: Json) -> int:
    """The characters of one embed that count towards the total."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text.strip()) for text in texts if text)


def _check_embed(form: Form, path: str, embed: Json) -> None:
    for key, most in EMBED_TEXTS.items():
        form.longest(f"{path}.{key}", embed.get(key), most)
    form.longest(f"{path}.footer.text", (embed.get("footer") or {}).get("text"), 2048)
    form.longest(f"{path}.author.name", (embed.get("author") or {}).get("name"), 256)
    fields = embed.get("fields") or []
    form.longest(f"{path}.fields", fields, 25)
    for index, field in enumerate(fields):
        for key, most in (("name", 256), ("value", 1024)):
            form.required(f"{path}.fields.{index}.{key}", (field.get(key) or "").strip())
            form.longest(f"{path}.fields.{index}.{key}", field.get(key), most)
    for link in EMBED_LINKS:
        _check_link(form, f"{path}.{link}", embed, link.split("."))
    if embed.get("color") is not None and not 0 <= embed["color"] <= 0xFFFFFF:
        words = "int value should be less than or equal to 16777215."
        form.complain(f"{path}.color", "NUMBER_TYPE_MAX", words)


def _check_link(form: Form, path: str, embed: Json, keys: list[str]) -> None:
    value: Any = embed
    for key in keys:
        value = (value or {}).get(key)
    if value and not SCHEME.fullmatch(value):
        form.complain(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def _check_attachments(form: Form, attachments: list[Json], uploads: dict[int, Any]) -> None:
    form.longest("attachments", attachments or list(uploads), FILES)
    for index, entry in enumerate(attachments):
        form.longest(f"attachments.{index}.description", entry.get("description"), ALT_TEXT)


def _check_mentions(form: Form, allowed: Json) -> None:
    for key in ("users", "roles"):
        names = allowed.get(key) or []
        form.longest(f"allowed_mentions.{key}", names, MENTIONED)
        if names and key in (allowed.get("parse") or []):
            words = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.complain("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)


def _check_nothing_beside(form: Form, message: Json) -> None:
    words = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if message.get(key):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            form.complain(key, code, words.replace("content", key))
