"""Players against players: the same deals twice with seats changed, and how sure the figures are."""
