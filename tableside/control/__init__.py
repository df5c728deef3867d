"""Table commands and photo reading, without a window: what app and terminal share."""
