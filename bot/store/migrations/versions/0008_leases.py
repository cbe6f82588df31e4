"""Several bots on one server's database: who of them does what, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """A lease names a work and a match; nobody holds any yet."""
    op.create_table(
        "leases",
        sa.Column("work", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
