"""What a match teaches the reader, where its server wants that: phrases, each with its moment."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nothing is kept yet: no server has asked for it."""
    op.create_table(
        "phrases",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("means", sa.Text, nullable=False),
    )
