"""The laboratory: searches written down as trees, algorithms compared, the reports' experiments done again."""
