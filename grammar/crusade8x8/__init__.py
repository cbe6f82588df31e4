"""The language of Crusade 8x8: actions in words and in the compact notation."""

from grammar.crusade8x8.transformer import Crusade8x8Transformer
from grammar.language import Language

LANGUAGE = Language("crusade8x8", Crusade8x8Transformer, closing=".", bound="C8-BOUND-1")
