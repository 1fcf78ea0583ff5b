"""The commands, each in a module of its own, and what they share: options, the terminal, the ways to the store."""
