"""Where Boxwood keeps what it makes on this machine: unfinished games, books, tables."""

import os
from pathlib import Path


def data_directory(name: str) -> Path:
    """The user's directory for such data; BOXWOOD_DATA_DIR overrides where these are."""
    given = os.environ.get("BOXWOOD_DATA_DIR")
    if given:
        return Path(given) / name
    import platformdirs

    return Path(platformdirs.user_data_dir("boxwood", appauthor=False)) / name
