"""The API that pages and other programs use: JSON in and out, in the shapes it lists."""
