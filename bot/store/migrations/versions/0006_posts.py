"""Posts say what they are and whom they call, instead of being known by how their text begins."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """What a post is, whose phones it rings, and what its message shows now."""
    for name in ("kind", "pings", "shown"):
        op.add_column("outbox", sa.Column(name, sa.Text, nullable=False, server_default=""))
