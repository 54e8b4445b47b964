"""What tests drive the platform with: its servers, its processes, and players."""
