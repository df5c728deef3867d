"""The first schema: sessions, seats, entries nobody may change, snapshots, photos, readings, the owner's copy."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("catalog", sa.Text, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("made_with", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
    )
    op.create_index("ix_session_game", "session", ["game"])
    op.create_index("ix_session_touched", "session", ["touched"])
    op.create_table(
        "seat",
        sa.Column("session_id", sa.String(32), sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(80), nullable=False),
    )
    op.create_index("ix_seat_name", "seat", ["name"])
    op.create_table(
        "entry",
        sa.Column("session_id", sa.String(32), sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("move", sa.Text),
        sa.Column("target", sa.Integer, nullable=False),
        sa.Column("kept", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("record", sa.Text),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("auto", sa.Boolean, nullable=False),
        sa.Column("evidence", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "snapshot",
        sa.Column("session_id", sa.String(32), sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_table(
        "photo",
        sa.Column("session_id", sa.String(32), sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reading",
        sa.Column("session_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("photo_id", sa.String(64), nullable=False),
        sa.Column("readings", sa.Text, nullable=False),
        sa.Column("chosen", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["session_id", "photo_id"], ["photo.session_id", "photo.id"]),
    )
    op.create_index("ix_reading_photo", "reading", ["session_id", "photo_id"])
    op.create_table(
        "copy_record",
        sa.Column("game", sa.String(80), primary_key=True),
        sa.Column("kind", sa.String(80), primary_key=True),
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "card_photo",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("card", sa.String(80), nullable=False),
        sa.Column("thumbnail", sa.LargeBinary, nullable=False),
        sa.Column("descriptor", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_card_photo_game", "card_photo", ["game"])
    _append_only()


def _append_only() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER entry_no_{action.lower()} BEFORE {action} ON entry "
                "BEGIN SELECT RAISE(ABORT, 'entries are only ever added'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION entry_is_kept() RETURNS trigger AS $$ "
        "BEGIN RAISE EXCEPTION 'entries are only ever added'; END; $$ LANGUAGE plpgsql"
    )
    op.execute(
        "CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION entry_is_kept()"
    )


def downgrade() -> None:
    raise RuntimeError("there is no way back; the backup made before the migration is beside the database")
