"""Games recorded elsewhere, read from files and replayed."""
