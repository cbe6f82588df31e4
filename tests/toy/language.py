"""The language of Three Houses: a handful of sentences with names of provinces in them."""

from lark import Token, v_args

from grammar.language import Language
from grammar.transform import Reader, always
from rules.line.orders import Order
from rules.line.overrides import Set
from tests.toy.orders import March, Raid, RevealRelic


@v_args(inline=True)
class ToyTransformer(Reader):
    """Turns parsed sentences (`sentences.lark`) into orders."""

    def province(self, name: str) -> str:
        """`Ardenmoor North`."""
        return name

    march = March
    raid = Raid

    reveal_half = always(RevealRelic(False))
    reveal_relic = always(RevealRelic(True))

    def set_holder(self, province: str, value: Token) -> Order:
        """TY-GM-1."""
        return Set(province, "holder", self.said(value))


LANGUAGE = Language("toy", ToyTransformer)
