"""Onward to Venus, chapter by chapter."""
