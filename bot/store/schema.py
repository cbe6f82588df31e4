"""The tables, as the newest migration leaves them."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "0010"
"""The newest migration; a database with an unknown version is refused."""

metadata = MetaData()

versions = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Which migration a database is at; Alembic's own table."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("seed", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("deleted_at", Text),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("touched", Integer, nullable=False, server_default="1"),
    Column("shown", Integer, nullable=False, server_default="0"),
)
"""A match.  `seed` is secret until the match ends; its SHA-256 is public from the start.
`version` is raised by every write of an entry, a seat or a setting.  `touched` is raised by those,
by changes of a deadline, and when a post arrives.  `shown` is the value of `touched` up to which
the posts of the match show what changed."""

Index(
    "one_match_of_a_name",
    matches.c.name,
    unique=True,
    sqlite_where=matches.c.deleted_at.is_(None),
    postgresql_where=matches.c.deleted_at.is_(None),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", Text, primary_key=True),
    Column("since", Text, nullable=False),
)
"""Who holds a seat; seat 0 is the GM's, which several accounts may hold."""

Index("seats_of_an_account", seats.c.user_id)

Index(
    "one_holder_of_a_seat",
    seats.c.match_id,
    seats.c.seat,
    unique=True,
    sqlite_where=seats.c.seat > 0,
    postgresql_where=seats.c.seat > 0,
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("parent", Integer, nullable=False),
    Column("returns_to", Integer),
    Column("seat", Integer, nullable=False),
    Column("holder", Text, nullable=False),
    Column("source", Text),
    Column("line", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("orders", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("drew", Boolean, nullable=False),
    Column("revealed", Boolean, nullable=False),
    Column("ended_phase", Boolean, nullable=False),
    Column("at", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("carried", Text, nullable=False, server_default="[]"),
    Column("secret", Text),
    Column("opens", Text, nullable=False, server_default="[]"),
    Column("next_seed", Text, nullable=False, server_default=""),
    Column("hash", Text, nullable=False, server_default=""),
    UniqueConstraint("match_id", "source", "line", name="one_entry_of_a_source_line"),
)
"""The log: written once, never changed, never deleted.

`hash` chains an entry to the one before; `next_seed` is secret like the match's `seed`, until its
turn to be shown.  `carried` is what an undo carried along; `secret` names the secret stretches that
the entry's events belong to (null until it is computed), `opens` those that the entry reveals.
"""

snapshots = Table(
    "snapshots",
    metadata,
    Column("match_id", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("rules", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
    ForeignKeyConstraint(["match_id", "number"], ["entries.match_id", "entries.number"]),
)
"""States at some entries, so that loading need not replay everything; always rebuildable."""

receipts = Table(
    "receipts",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("source", Text, primary_key=True),
    Column("lines_done", Integer, nullable=False),
    Column("reply", Text, nullable=False),
    Column("complete", Boolean, nullable=False),
)
"""The reply to each message, so that a repeated message gets the same reply and has no effect."""

places = Table(
    "places",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("channel", Text, nullable=False, unique=True),
    Column("guild", Text, nullable=False),
    Column("details", Text, nullable=False, server_default="{}"),
)
"""Where a match is played; `details` holds message ids of living posts and the like."""

Index("places_of_a_server", places.c.guild)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("audience", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("attachment", Text, nullable=False, server_default=""),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("message", Text),
    Column("gave_up", Text),
    Column("kind", Text, nullable=False, server_default=""),
    Column("pings", Text, nullable=False, server_default=""),
    Column("shown", Text, nullable=False, server_default=""),
    UniqueConstraint("match_id", "number", "part", name="one_post_of_an_entry_part"),
)
"""Posts: written in the transaction of their entry, sent after it, marked when they arrived.

`kind` says which buttons a post has and whether it is edited later, `pings` whose phones it rings
(account ids with a blank around each), `shown` what an edited post last showed (a digest).
"""

WAITS = outbox.c.message.is_(None) & outbox.c.gave_up.is_(None)
"""The condition that a post has neither arrived nor been given up."""

Index("unsent", outbox.c.id, sqlite_where=WAITS, postgresql_where=WAITS)

cursors = Table(
    "cursors",
    metadata,
    Column("channel", Text, primary_key=True),
    Column("last_message", Text, nullable=False),
)
"""The last message of each channel that was handled, and notes about servers."""

people = Table(
    "people",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("settings", Text, nullable=False, server_default="{}"),
)
"""What an account has chosen for itself."""

clocks = Table(
    "clocks",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("synced", Integer, nullable=False),
    Column("resume_at", Text),
)
"""Up to which entry a match's deadlines follow its log, and when an agreed pause ends."""

deadlines = Table(
    "deadlines",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("began", Integer, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("since", Text, nullable=False),
    Column("granted", Integer, nullable=False),
    Column("bank", Integer, nullable=False),
    Column("due", Text),
    Column("left", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("how", Text, nullable=False, server_default=""),
    Column("graces", Integer, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("waived", Text, nullable=False, server_default=""),
    Column("remind_at", Text),
)
"""One row per turn of a seat, identified by the entry it began with; `due` is set while it runs."""

Index("open_deadlines", deadlines.c.due)
Index("open_reminders", deadlines.c.remind_at)
Index("turns_by_state", deadlines.c.state, deadlines.c.match_id)

standing_orders = Table(
    "standing_orders",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("details", Text, nullable=False, server_default="{}"),
)
"""The plan that a player left for when he is away; it belongs to him, not to the seat.  `details`
says since which entry it stands, what of it is done, and whether and why it ended."""

phrases = Table(
    "phrases",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("after", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("means", Text, nullable=False),
)
"""What players typed that was answered by an offer, after which entry, and what was filed for it
(`?`: the offer was declined); only on servers that allow it.  The account is kept so that its
phrases can be erased."""

leases = Table(
    "leases",
    metadata,
    Column("work", Text, primary_key=True),
    Column("match_id", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text, nullable=False),
    Column("until", Float, nullable=False),
)
"""Which of several bots does a task of a match, and until when by the server's clock (seconds)."""
