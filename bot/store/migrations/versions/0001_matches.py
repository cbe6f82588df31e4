"""Matches, seats, the log, snapshots, receipts; places, posts, cursors, people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("deleted_at", sa.Text),
    )
    living = sa.text("deleted_at IS NULL")
    op.create_index(
        "one_match_of_a_name",
        "matches",
        ["name"],
        unique=True,
        sqlite_where=living,
        postgresql_where=living,
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("since", sa.Text, nullable=False),
    )
    players = sa.text("seat > 0")
    op.create_index(
        "one_holder_of_a_seat",
        "seats",
        ["match_id", "seat"],
        unique=True,
        sqlite_where=players,
        postgresql_where=players,
    )
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("returns_to", sa.Integer),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("source", sa.Text),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("orders", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("drew", sa.Boolean, nullable=False),
        sa.Column("revealed", sa.Boolean, nullable=False),
        sa.Column("ended_phase", sa.Boolean, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.UniqueConstraint("match_id", "source", "line", name="one_entry_of_a_source_line"),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "number"], ["entries.match_id", "entries.number"]),
    )
    op.create_table(
        "receipts",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("lines_done", sa.Integer, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
    )
    _shell_tables()


def _shell_tables() -> None:
    op.create_table(
        "places",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("channel", sa.Text, nullable=False, unique=True),
        sa.Column("guild", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False, server_default="{}"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("audience", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("attachment", sa.Text, nullable=False, server_default=""),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("message", sa.Text),
        sa.Column("gave_up", sa.Text),
        sa.UniqueConstraint("match_id", "number", "part", name="one_post_of_an_entry_part"),
    )
    op.create_table(
        "cursors",
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("last_message", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
    )
