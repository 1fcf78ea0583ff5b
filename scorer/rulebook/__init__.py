"""Rule sets: what their files may say, what each one does, and what that is in a person's words."""
