"""How far the posts of a match follow what changed in it; what waits is found without a search."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Nothing is known of the matches that are there: their posts are looked at once more."""
    op.add_column("matches", sa.Column("touched", sa.Integer, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("shown", sa.Integer, nullable=False, server_default="0"))
    waits = sa.text("message IS NULL AND gave_up IS NULL")
    op.create_index("unsent", "outbox", ["id"], sqlite_where=waits, postgresql_where=waits)
    op.create_index("places_of_a_server", "places", ["guild"])
    op.create_index("seats_of_an_account", "seats", ["user_id"])
    op.create_index("open_reminders", "deadlines", ["remind_at"])
    op.create_index("turns_by_state", "deadlines", ["state", "match_id"])
