"""Photos kept on this machine: cleaned as they come in, queued to be read, deleted for good."""
