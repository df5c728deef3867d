"""The rules, one module per chapter of the rulebook: a function for each kind of move."""
