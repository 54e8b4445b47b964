"""The whole platform on one machine, from Python packages alone: what `make run` and the tests start."""
