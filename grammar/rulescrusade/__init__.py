"""The language of Rules Crusade: orders to models, statblocks and maps as they are pasted."""

from grammar.language import Language
from grammar.rulescrusade.data import read_data
from grammar.rulescrusade.transformer import RulescrusadeTransformer

LANGUAGE = Language(
    "rulescrusade",
    RulescrusadeTransformer,
    library=read_data,
    verbatim={"map": "sized", "model": "line", "weapon": "line"},
    bound="RC-BOUND-1",
)
