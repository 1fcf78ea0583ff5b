"""The pages as a browser gets them: templates filled, and the sentences in them."""
