"""The nets and the trees: their architecture, training, export and the one command that makes them from nothing."""
