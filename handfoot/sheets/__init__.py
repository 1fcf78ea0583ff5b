"""What is handed on: scores as CSV, JSON, pages to print, receipts with annotated photos; and the mat to print."""
