"""What an undo carries along, what an entry hides and opens, the server that a match belongs to."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """New columns of the log; a match belongs to the server where it is played now."""
    op.add_column("entries", sa.Column("carried", sa.Text, nullable=False, server_default="[]"))
    op.add_column("entries", sa.Column("secret", sa.Text))
    op.add_column("entries", sa.Column("opens", sa.Text, nullable=False, server_default="[]"))
    connection = op.get_bind()
    query = sa.text(
        "SELECT matches.id, matches.settings, places.guild FROM matches "
        "JOIN places ON places.match_id = matches.id"
    )
    change = sa.text("UPDATE matches SET settings = :settings WHERE id = :id")
    for number, kept, guild in connection.execute(query).all():
        settings = {**json.loads(kept), "server": guild or "-"}
        connection.execute(change, {"settings": json.dumps(settings), "id": number})
