"""Boxwood: six classic abstract games on one engine."""
