"""What a player leaves for when he is away is a plan: it remembers since when, and what is done."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """What is kept beside the lines of a plan; standing orders of before are plans without it."""
    details = sa.Column("details", sa.Text, nullable=False, server_default="{}")
    op.add_column("standing_orders", details)
