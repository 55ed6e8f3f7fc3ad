"""Connect Four solved: `solver` answers, `build` makes the book it uses."""
