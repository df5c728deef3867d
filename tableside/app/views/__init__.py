"""Each game's own picture, drawn from its state."""
