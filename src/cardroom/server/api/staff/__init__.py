"""HTTP: what the house books, gives, corrects and forbids by hand."""
