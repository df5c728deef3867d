"""Invented decks and composed tables: what the card reader is tuned and tested on."""
