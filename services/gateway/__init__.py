"""The gateway: open connections, and nothing that matters. It can be killed at any time."""
