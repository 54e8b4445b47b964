"""The one error of an embedded run."""


class CannotStart(Exception):
    """Why the platform is not up, in one line for whoever started it."""
