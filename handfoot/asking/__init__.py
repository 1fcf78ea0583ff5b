"""What no photo shows and what may be otherwise: asked for, with what the answer can move."""
