"""Tables: who sits where, who is there, and when a match starts. Knows no tile."""
