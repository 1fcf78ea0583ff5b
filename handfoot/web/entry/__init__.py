"""What stands before a request: known hosts, the PIN, who may change scores, what a request is about."""
