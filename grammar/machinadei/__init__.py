"""The language of Machina Dei: orders, and the statblocks of the forums."""

from grammar.language import Language
from grammar.machinadei.data import read_data
from grammar.machinadei.transformer import MachinaDeiTransformer

LANGUAGE = Language(
    "machinadei",
    MachinaDeiTransformer,
    library=read_data,
    verbatim={"import": "message"},
    bound="MD-BOUND-1",
)
