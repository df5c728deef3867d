"""The kernel and the games on the Python a tablet brings, under Node."""
