"""The referee's kernel: standard library only; no clock, no chance, no network."""
