"""The rules, a module for each chapter of the rulebook: a function for each kind of move."""
