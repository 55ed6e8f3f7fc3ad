"""Exact play: solvers that know the value of a position for certain, and the books and tables they use."""
