"""What may be otherwise than it was read, what is looked at once more, and what a person should look at."""
