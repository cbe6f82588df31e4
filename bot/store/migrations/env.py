"""Alembic's entry: migrations run on the connection that the program hands over."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=None, render_as_batch=True, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
