"""The published rule sets, one TOML file each."""
