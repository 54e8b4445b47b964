"""The engine: a command in, the rules asked, the match stored, views out. The only writer of play."""
