"""The protocol as documents that tools read. Made from models and tables here; never edited by hand."""
