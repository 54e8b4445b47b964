"""What is due when: finds it, and tells whom it concerns. Knows no rule, and no table."""
