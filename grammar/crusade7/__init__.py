"""The language of Crusade 7th edition: orders, armies, and the statblocks of the forums."""

from grammar.crusade7.data import read_data
from grammar.crusade7.transformer import Crusade7Transformer
from grammar.language import Language

LANGUAGE = Language(
    "crusade7",
    Crusade7Transformer,
    library=read_data,
    verbatim={"import": "message", "note": "remark"},
    bound="C7-BOUND-1",
)
