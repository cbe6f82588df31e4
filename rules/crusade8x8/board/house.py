"""The house rules that a position is played under."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class House:
    """C8-OPT-2 to C8-OPT-8: the options of a match; a limit of 0 is switched off."""

    choices_auto: bool = False
    placement_hidden: bool = False
    sight_clear: bool = False
    frozen_all: bool = False
    follow_command: bool = False
    repetition: int = 3
    progress: int = 60
