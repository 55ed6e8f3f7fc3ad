"""Alembic's entry: migrates over the connection that `storage` hands it."""

from alembic import context

from boxwood.server.storage import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
