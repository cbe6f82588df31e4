"""The second reader: turns what people type into sentences that the strict grammar reads.

It works on text and tables alone and never makes orders: it only writes sentences, and the law
reads these like any other.  `bot/reading` does what needs a match: it tries orders on a copy of
the state and decides whether to carry out, offer, list or ask.

A message passes through these modules:
1. `shape` splits it into sentences and removes quotations and struck-out text.
2. `tokens` splits a sentence into words, numbers and signs.
3. `chart` notes all that each stretch of tokens could be: a value, a verb, an idiom, a mark (a
   word that announces a value, such as `to`), or words that say nothing.
4. `clauses` finds the fewest clauses that use up every word.
5. `fitting` puts each value of a clause into a slot.
6. `frames` finds the rows of the table that take everything a clause said.
7. `writing` writes canonical sentences, with choices for what was left open.

Where that finds nothing, `candidates` takes the rows that the words suggest and fills them with
the values that were said.  `weights`, learnt from the corpus, say which candidate is likeliest.

What a system provides
----------------------
1. `things(state, viewer)` and `nouns(state, viewer)` of its `Game` (`rules/border/game.py`): the
   units on the table (reference, seat, type, class and tags, place, able to act or not), and the
   names of the match by class of noun (`weapon`, `spell`, `province` ..; also closed classes such
   as `phase` and `condition`).  A class `letters of X` holds short forms of the names of class X
   (`WB Warboss`).
2. `grammar/<system>/words.toml`, the table.  Its keys:

   Sentences
   - `join`: what stands between sentences about the same units (` then `).
   - `one_sentence = true`: all clauses of a message form one sentence, joined by `join`.
   - `merge`: beginnings that are not repeated when the next part begins with the same words.
   - `leads`: how a part ends that goes before all others (`..., commander holds`).
   - `unfinished`: patterns of sentences that the law reads but that order nothing (`Nb6` alone
     names a unit); `phase: pattern` counts in that phase only.
   - `apiece`: words of sentences whose amount holds for each by itself, so that `2 gold each` adds
     nothing.
   - `aids`: classes of nouns that help the order they stand behind (`..., with Support`).  They
     are used before that order.
   - `queries`: first words of sentences that ask (`check`), which may end in a question mark.
   - `rewrite = [[pattern, replacement], ...]`: spellings to be rewritten before reading.

   Places and directions
   - `[place]` `style`: `grid` (two numbers; `first = "row"` or `"column"`; `write =
     "{row},{column}"`, or `{x}` and `{y}` for the same), `tile` (a letter and a number), `noun`
     (`noun = "province"`).  `landmarks`: a class of nouns whose last word is a place
     (`supply b6`).  `strides`: kinds of units that go one step when no number is said (if it is
     left out, all kinds do).
   - `[directions]`: the shared names (up, down, left, right, up-left .., forward, back), each with
     the word for it in a sentence of this system.  A direction that is left out does not exist.
     North is up; `north`, `east`, .. are listed where the points of the compass have words of
     their own.
   - `heading = "{number} {direction}"`: how a number of steps is written.
   - `steps`: directions that a sentence can name; steps in other directions are converted to a
     place.  Empty: it can name all of them.
   - `default_steps`: directions that mean one step if no number is said.

   Slots
   - `[slots]` name = `{ kind, marks, marked, many, infer, of, write, base, left }`.  The subject
     is always the slot `who`.
   - `kind`: `own`, `foe`, `unit` (units of the seat, of others, of anybody; for the GM all units
     are `own`), `place`, `heading`, `number`, `direction`, `ordinal`, `seat`, `counts` (`4
     infantry and 1 archer`), `stretch` (a number of steps, written as the tile they lead to),
     `ref` (a new reference), `text`, or a class of noun.
   - `marks`: words that may stand before the value; `marked = true`: one of them must.
   - `many`: the strict grammar takes a list there.  Otherwise a list makes several sentences, and
     lists of equal length are paired.
   - `infer`: if nothing was said and the match has only one possible value, fill it in.
   - `of`: only units of these types, classes or tags.  `write`: how its values are written; others
     do not fit.  `left`: a place that is filled in is that of whoever acted before.
   - `base`: the slot of the unit from which steps are counted, if that is not the subject.

   Rows
   - `[[verb]]` `name`; `words`: base forms (`go`, `open fire`; the first word is inflected);
     `write`: its sentences with slots, `[...]` around optional parts, the fullest first; `not`:
     the sentence that its negation means; `bare`: slots that make this order without any verb
     (`"who place in move"`: in that phase only; `after`: only behind another order; `of:reserve`:
     only for units of that kind or in that state); `of`: kinds of units that can do it; `only`:
     phases outside of which its words do not mean it; `phases`: phases in which it is preferred;
     `after`: it only continues an order of such a unit; `further = true`: only behind another
     order; `as_one`: the members of a group do it together, to all that are named; `by`: who does
     it if nobody is named; `gm = true` for lines of the GM.
   - `[[phrase]]`: a whole idiom.  `words` are patterns (`get* [back] (up|on {pronoun} feet)`: `*`
     any form of a verb, `[..]` optional, `(a|b)` alternatives, `{slot}` a value).  `write`: the
     sentence (left out: the idiom says nothing).  `phases`: where it counts.
     `gm` as above.
   - `[[value]]`: a part of an order that is one value (`after the second round`, `mercs first, then
     the foot`).  `kind` (which a slot may take), `words` (patterns), `write`, `phases`.
   - `[parts]` name = part of a pattern, written `<name>` in the patterns of this table.

   Names
   - `[things]` name of a type or class = other words for it; `[nouns.CLASS]` name = other words.
   - `last_words`: classes of nouns whose names can be said by their last word alone.
   - `passing`: classes of nouns that are words only while the match lists any of them.
   - `[headings]` word = name of the verb that applies to the lines below such a heading.

   Numbers of things
   - `[counts]`: how lists like `4 infantry and 1 archer` are read.  `between`: words that may
     stand between two counts.
   - `[force]`: how counted units are said.  `[force.ellipsis]` phase = the sentence meant by each
     part of a line that leaves out what another part has said; `build`: the sentence for a
     building; `verbs` that such a line may contain.
   - `[shares]`: how attacks are dealt out.  `phases`, `write`, `share` (one of them), and the words
     of such a line: `verbs`, `fill` (say nothing), `whole` (everything there is), `remainder`,
     `evenly`.

   Other words
   - `noise`: further words that say nothing; `vague`: further words that nobody can compute;
     `reserve`: shared noise that does mean something in this system.
   - `[flavour]` (shared by all systems, in `grammar/reader/words.toml`): `epithets` before a name,
     `manners`, together with every other word in -ly that is not among `no_manners`, and
     `gestures` before `and`.  They colour an order and change nothing of it.
   - `forward`: the directions that are forward for one of the seats.  If `up` is not among them,
     a player's `moves up 3` is doubted, since it may mean either."""
