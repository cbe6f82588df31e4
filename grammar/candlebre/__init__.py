"""The language of The Courts of Candle'Bre: orders of the seats, and maps as text."""

from grammar.candlebre.data import read_data
from grammar.candlebre.transformer import CandlebreTransformer
from grammar.language import Language

LANGUAGE = Language(
    "candlebre",
    CandlebreTransformer,
    library=read_data,
    verbatim={"map": "end"},
    bound="CB-BOUND-1",
)
