"""The game as values: a deal and an action in, the next state and what happened out."""
