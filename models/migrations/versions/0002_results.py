"""How finished games came out, kept so that statistics need not replay them; may be deleted at any time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "result",
        sa.Column("session_id", sa.String(32), sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("side_said", sa.Text),
    )


def downgrade() -> None:
    raise RuntimeError("there is no way back; the backup made before the migration is beside the database")
