"""The second reader: what people type becomes sentences that the strict grammar reads.

It is pure text and tables.  It never makes orders: it writes sentences, and what it wrote is
read by the law like everything else.  `bot/reading` owns what needs a match: trials on a copy
of the state, and the decision whether to carry out, offer, list or ask.

The way of a message: `shape` (whose words are they? quotes and struck-out text go) - `tokens` -
`chart` (all that the parts could be: values, verbs, idioms, marks, words that say nothing) -
`clauses` (the fewest that take every word) - `fitting` (each part in one slot) - `frames` (which
row of the table takes all that a clause said) - `writing` (sentences, with choices for what
stayed open).

Where that comes to nothing, `candidates` fills the rows that the words speak for with the values
that were said, and `weights`, learnt from the corpus, say which is likeliest: it is offered.

What a system gives -------------------
1. `things(state, viewer)` and `nouns(state, viewer)` of its `Game` (`rules/border/game.py`):
   what is on the table (reference, seat, type, class and tags, place, able) and the names of the
   match by class of noun (`weapon`, `spell`, `province` ...; also closed ones such as `phase` and
   `condition`).
2. `grammar/<system>/words.toml`, the table.  Keys:

   `[place]` `style`: `grid` (two numbers; `first = "row"` or `"column"`; `write =
   "{row},{column}"`,
   `{x}` and `{y}` for the same), `tile` (a letter and a number), `noun` (`noun = "province"`).
   `[directions]`: the shared names (up, down, left, right, up-left ..., forward, back) and how a
   sentence of this system says them; those that are left out do not exist.  North is up.
   `heading = "{number} {direction}"`: how so many steps are written.
   `join`: what stands between sentences of the same units (` then `); `one_sentence = true`: all
   clauses of a message are one sentence, joined so.
   `apiece`: words of sentences whose amount is for each by itself: `2 gold each` says no more.
   `[slots]` name = `{ kind, marks, marked, many, infer }`.  `kind`: `own`, `foe`, `unit` (units
   of the
   seat, of others, of anybody; for the GM all are `own`), `place`, `heading`, `number`,
   `direction`,
   `ordinal`, `seat`, `counts` (`4 infantry and 1 archer`), `ref` (a new reference), `text`, or a
   class of noun.  `marks`: words that may stand before the value; `marked`: one must.  `many`: the
   strict grammar takes a list there (else a list makes several sentences; lists of equal length
   pair).  `infer`: if nothing was said and the match has one possible value only, it is filled in.
   The subject is always the slot `who`.
   `[[verb]]` `name`; `words`: base forms (`go`, `open fire`; the first word is inflected);
   `write`:
   its sentences with slots, `[...]` around what may be missing, the fullest first; `bare`: slots
   that
   make this order without any verb, `"who place in move"` only in those phases; `not`: the
   sentence
   that its negation means; `after`: only behind an order of such a unit, which it goes on;
   `only`: phases in which alone its words are said of it (`phases`: in which rather);
   `as_one`: a group does it together, to all that are named; `by`: who does it if nobody is named;
   `gm = true` for GM lines.
   `[[phrase]]` whole idioms: `words` are patterns (`get* [back] (up|on {pronoun} feet)`: `*` any
   form
   of a verb, `[..]` may be missing, `(a|b)`, `{slot}`), `write` the sentence (left out: it says
   nothing), `phases` where it counts, `fixed` values for slots, `gm`.
   `[[value]]` a part of an order that is one value: `kind` (that a slot may take), `words`
   (patterns), `write`, `phases`: `after the second round`, `mercs first, then the foot`.
   `[parts]` name = a part of a pattern, written `<name>` in the patterns of this table.
   `[things]` name of a type or class = other words for it; `[nouns.CLASS]` name = other words.
   `aids`: classes of nouns that help an order behind which they stand (`..., with Support`); used
   before it.
   `queries`: the first words of sentences that ask (`check`): they may end in a question mark.
   `[headings]` word = name of the verb that lines below such a heading go by.
   `rewrite` = [[pattern, replacement], ...]: spellings to be taken apart before reading.
   `[force]` how counted units are said; `[force.ellipsis]` phase = the sentence that each part of a
   line means which leaves out what another part has said, `build` that of a building, `verbs` that
   such a line may have.
   `[shares]` how attacks are dealt out: `phases`, `write`, `share` (one of them), and the words of
   such a line: `verbs`, `fill` (say nothing), `whole` (all that there is), `remainder`, `evenly`.
   `[place]` `strides`: kinds of units that go one step where no number is said (none: all do).
   `leads`: ends of a part of a sentence that goes before all others (`..., commander holds`).
   `[directions]` `north`, `east`, ...: points of the compass, where they are not the same as up and
   right.  A slot's `base`: the slot of the unit from which its steps are reckoned; `kind`
   `stretch`: so many steps, as the tile to which they lead.  `[[verb]]` `further = true`: only
   behind another order.
   `[place]` `landmarks`: a class of nouns whose last word is a place (`supply b6`).
   `[counts]` `between`: words between two counts of a list.
   A class of nouns `letters of X` holds short forms of names of X (`WB Warboss`).
   `[flavour]` (of all systems, in `grammar/reader/words.toml`): `epithets` before what is named,
   `manners` and every other word in -ly that is not among `no_manners`, and `gestures` before
   `and`: they colour an order and change nothing of it.
   `noise`, `vague`: further words that say nothing, or that nobody can compute; `reserve`: rows
   of the
   shared noise that mean something here."""
