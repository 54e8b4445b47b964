"""How a command ends, where it is not with 0."""

WRONG, NOTHING = 1, 2
"""Something is not as it should be; there is nothing to look at."""
