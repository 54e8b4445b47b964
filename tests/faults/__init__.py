"""Play goes on while processes are killed and frozen; then everything is compared with what was stored."""
