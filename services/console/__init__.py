"""What is done at a command line: `doublesix`. One file a command, and beside it what the command does."""
