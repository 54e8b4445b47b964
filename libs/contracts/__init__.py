"""What services and clients say to each other: messages and subjects, and nothing that runs."""
