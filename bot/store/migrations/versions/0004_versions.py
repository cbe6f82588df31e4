"""A number that every write to a match raises, so that other processes notice."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """A new column of matches."""
    op.add_column("matches", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
