"""Games that were scored without being tracked, and the owner's score sheets."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sheet",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_table(
        "play",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("data", sa.Text),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("photo", sa.LargeBinary),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("corrects", sa.String(32), nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    for column in ("game", "touched", "source"):
        op.create_index(f"ix_play_{column}", "play", [column])
    op.create_table(
        "play_seat",
        sa.Column("play_id", sa.String(32), sa.ForeignKey("play.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(80), nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
    )
    op.create_index("ix_play_seat_name", "play_seat", ["name"])


def downgrade() -> None:
    raise RuntimeError("there is no way back; the backup made before the migration is beside the database")
