"""How the dice reader learns: made-up tables with exact truth, real photos, and one command that does it all."""
