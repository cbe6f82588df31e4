"""Clocks: where each match's stands, the deadlines of its seats, standing orders."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of time."""
    op.create_table(
        "clocks",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("synced", sa.Integer, nullable=False),
        sa.Column("resume_at", sa.Text),
    )
    op.create_table(
        "deadlines",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("began", sa.Integer, primary_key=True),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("granted", sa.Integer, nullable=False),
        sa.Column("bank", sa.Integer, nullable=False),
        sa.Column("due", sa.Text),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("how", sa.Text, nullable=False, server_default=""),
        sa.Column("graces", sa.Integer, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("waived", sa.Text, nullable=False, server_default=""),
        sa.Column("remind_at", sa.Text),
    )
    op.create_index("open_deadlines", "deadlines", ["due"])
    op.create_table(
        "standing_orders",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
