"""Photos as files, upright and whole; and parts of them squared up."""
