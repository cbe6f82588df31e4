"""Buttons, selects, layouts and modals: their limits, their numbering, and finding one of them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .errors import Form, Json

ROW, BUTTON, TEXT_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
LAYOUT_ONLY = frozenset({9, 10, 11, 12, 13, 14, 17})
LINK, PREMIUM = 5, 6
CHOICES = {TEXT_SELECT: 25, RADIO: 10, CHECKBOXES: 10}
TOP_LEVEL_IN_MODAL = frozenset({ROW, TEXT_DISPLAY, LABEL})


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, parents before children."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from walk([component[key]])


def find(components: list[Json], name: str) -> Json | None:
    """The component with this custom_id, else the one with this label or placeholder."""
    everything = list(walk(components))
    for key in ("custom_id", "label", "placeholder"):
        for component in everything:
            if component["type"] != LABEL and component.get(key) == name:
                return component
    for component in everything:
        if component.get("emoji") and component["emoji"].get("name") == name:
            return component
    return None


def numbered(components: list[Json]) -> list[Json]:
    """A deep copy in which every component has the numeric id that Discord gives out."""
    used = {component.get("id") for component in walk(components)}
    free = (number for number in range(1, 10_000) if number not in used)
    return [_with_id(component, free) for component in components]


def _with_id(component: Json, free: Iterator[int]) -> Json:
    copy = {**component, "id": component.get("id") or next(free)}
    if "components" in copy:
        copy["components"] = [_with_id(child, free) for child in copy["components"]]
    for key in ("accessory", "component"):
        if copy.get(key):
            copy[key] = _with_id(copy[key], free)
    return copy


def check_components(form: Form, components: list[Json], layout: bool) -> None:
    """Check a message's rows, or with the layout flag its tree of at most 40 parts."""
    everything = list(walk(components))
    if layout:
        _check_layout(form, components, everything)
    else:
        form.longest("components", components, 5)
        for index, row in enumerate(components):
            if row.get("type") != ROW:
                words = 'Value of field "type" must be one of (1,).'
                form.complain(f"components.{index}.type", "UNION_TYPE_CHOICES", words)
    _check_each(form, "components", components)
    _check_distinct(form, everything)


def _check_layout(form: Form, components: list[Json], everything: list[Json]) -> None:
    if len(everything) > 40:
        words = "Must be 40 or fewer in total."
        form.complain("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    text = sum(len(c.get("content") or "") for c in everything if c["type"] == TEXT_DISPLAY)
    if text > 4000:
        words = "The total displayable text size exceeds maximum size of 4000"
        form.complain("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    form.between("components", components, 1, 40)


def _check_each(form: Form, path: str, components: list[Json]) -> None:
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        _check_one(form, here, component)
        if component.get("components"):
            _check_each(form, f"{here}.components", component["components"])
        for key in ("accessory", "component"):
            if component.get(key):
                _check_one(form, f"{here}.{key}", component[key])


def _check_one(form: Form, path: str, component: Json) -> None:
    kind = component.get("type")
    if kind == ROW:
        _check_row(form, path, component)
    elif kind == BUTTON:
        _check_button(form, path, component)
    elif kind in SELECTS or kind in {RADIO, CHECKBOXES}:
        _check_choice(form, path, component)
    elif kind == TEXT_INPUT:
        _check_text_input(form, path, component)
    elif kind == LABEL:
        form.between(f"{path}.label", component.get("label"), 1, 45)
        form.longest(f"{path}.description", component.get("description"), 100)
    elif kind == TEXT_DISPLAY:
        form.between(f"{path}.content", component.get("content"), 1, 4000)
    elif kind in {FILE_UPLOAD, CHECKBOX}:
        form.between(f"{path}.custom_id", component.get("custom_id"), 1, 100)
    elif kind not in LAYOUT_ONLY:
        form.complain(f"{path}.type", "UNION_TYPE_CHOICES", "Unknown component type.")


def _check_row(form: Form, path: str, row: Json) -> None:
    children = row.get("components") or []
    form.between(f"{path}.components", children, 1, 5)
    if len(children) > 1 and any(child.get("type") != BUTTON for child in children):
        words = "A row holds up to five buttons or one other component."
        form.complain(f"{path}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def _check_button(form: Form, path: str, button: Json) -> None:
    form.longest(f"{path}.label", button.get("label"), 80)
    style = button.get("style")
    if style not in range(1, 7):
        form.complain(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, ..., 6).")
    if style == LINK:
        form.required(f"{path}.url", button.get("url"))
        form.longest(f"{path}.url", button.get("url"), 512)
    elif style != PREMIUM:
        form.between(f"{path}.custom_id", button.get("custom_id"), 1, 100)
    if not button.get("label") and not button.get("emoji") and style != PREMIUM:
        words = "A button must have a label or emoji."
        form.complain(path, "BUTTON_COMPONENT_INVALID_EMPTY", words)


def _check_choice(form: Form, path: str, select: Json) -> None:
    form.between(f"{path}.custom_id", select.get("custom_id"), 1, 100)
    form.longest(f"{path}.placeholder", select.get("placeholder"), 150)
    most = CHOICES.get(select["type"])
    options = select.get("options") or []
    if most:
        form.between(f"{path}.options", options, 1, most)
    for index, option in enumerate(options):
        for key in ("label", "value"):
            form.between(f"{path}.options.{index}.{key}", option.get(key), 1, 100)
        form.longest(f"{path}.options.{index}.description", option.get("description"), 100)
    for value, count in Counter(str(option.get("value")) for option in options).items():
        if count > 1:
            words = f"The specified option value is already used: {value}"
            form.complain(f"{path}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
    top = max(1, len(options)) if most else 25
    if (select.get("max_values") or 1) > top:
        words = f"int value should be less than or equal to {top}."
        form.complain(f"{path}.max_values", "NUMBER_TYPE_MAX", words)


def _check_text_input(form: Form, path: str, field: Json) -> None:
    form.between(f"{path}.custom_id", field.get("custom_id"), 1, 100)
    form.longest(f"{path}.label", field.get("label"), 45)
    form.longest(f"{path}.placeholder", field.get("placeholder"), 100)
    form.longest(f"{path}.value", field.get("value"), field.get("max_length") or 4000)


def _check_distinct(form: Form, everything: list[Json]) -> None:
    names = Counter(c["custom_id"] for c in everything if c.get("custom_id"))
    for name, count in names.items():
        if count > 1:
            words = f"Component custom id cannot be duplicated: {name}"
            form.complain("components", "COMPONENT_CUSTOM_ID_DUPLICATED", words)


def check_modal(modal: Json) -> None:
    """Check a modal's title, its id and its one to five parts.  Raises ApiError."""
    form = Form()
    form.between("data.title", modal.get("title"), 1, 45)
    form.between("data.custom_id", modal.get("custom_id"), 1, 100)
    parts: list[Any] = modal.get("components") or []
    form.between("data.components", parts, 1, 5)
    for index, part in enumerate(parts):
        if part.get("type") not in TOP_LEVEL_IN_MODAL:
            words = 'Value of field "type" must be one of (1, 10, 18).'
            form.complain(f"data.components.{index}.type", "UNION_TYPE_CHOICES", words)
    _check_each(form, "data.components", parts)
    _check_distinct(form, list(walk(parts)))
    form.check()
