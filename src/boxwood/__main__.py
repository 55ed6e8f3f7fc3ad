"""`python -m boxwood` is the command `boxwood`."""

from boxwood.cli import main

main()
