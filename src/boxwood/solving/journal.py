"""What a long computation has found so far, in a file that outlives it however it ends.

    with Journal(file, "boxwood quarto journal 2, squares=true") as journal:
        for portion in journal.portions: ...        what earlier runs have added
        journal.add(b"...")                         is on its way to the disk when this returns

The file begins with the title and a line feed.  Then each portion has

    MARK (4 bytes) | length (4) | CRC-32 of length and content (4) | content

What a crash has left at the end is cut off.  A portion that is damaged is reported and left out, and no other with it:
the next one is found by its mark.  Only one process at a time has a journal open.
"""

import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from boxwood.core.errors import BoxwoodError

MARK = b"\xb0x\x0fj"
_LENGTH = struct.Struct("<I")
_HEAD = len(MARK) + 2 * _LENGTH.size


class Journal:
    """An open journal; raises BoxwoodError if the file is another one's, or open elsewhere."""

    def __init__(self, file: Path, title: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        self._out = file.open("a+b")
        try:
            _lock(self._out, file)
            self.portions = self._begin(title.encode() + b"\n")
        except BaseException:
            self.close()
            raise

    def _begin(self, title: bytes) -> list[bytes]:
        """Read what is there, and make the end fit for more."""
        content = self._file.read_bytes()
        if title.startswith(content):  # new, or cut off while the title was written
            self._out.truncate(0)
            self._write(title)
            return []
        if not content.startswith(title):
            raise BoxwoodError(
                f"{self._file} is not the journal of this, or of another version: move it away to begin anew"
            )
        found = list(whole_portions(content, len(title)))
        end = found[-1][1] if found else len(title)
        damaged = end - len(title) - sum(_HEAD + len(portion) for portion, _ in found)
        if damaged:
            warnings.warn(f"{self._file}: {damaged:,} bytes are damaged and left out", RuntimeWarning, stacklevel=4)
        self._out.truncate(end)
        return [portion for portion, _ in found]

    def add(self, portion: bytes) -> None:
        """Write down some more."""
        length = _LENGTH.pack(len(portion))
        self._write(MARK + length + _LENGTH.pack(zlib.crc32(length + portion)) + portion)

    def _write(self, content: bytes) -> None:
        try:
            self._out.write(content)
            self._out.flush()
        except OSError as error:
            raise BoxwoodError(f"{self._file} cannot be written: {error.strerror}") from None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let another have it."""
        with suppress(OSError):  # what could not be written was told when it was added
            self._out.close()


def whole_portions(content: bytes, start: int) -> Iterator[tuple[bytes, int]]:
    """The portions that are whole, each with where it ends."""
    while (start := content.find(MARK, start)) >= 0:
        length = content[start + len(MARK) : start + len(MARK) + _LENGTH.size]
        check = content[start + len(MARK) + _LENGTH.size : start + _HEAD]
        end = start + _HEAD + int.from_bytes(length, "little")
        portion = content[start + _HEAD : end]
        if end <= len(content) and check == _LENGTH.pack(zlib.crc32(length + portion)):
            yield portion, end
            start = end
        else:
            start += 1


def _lock(out: IO[bytes], file: Path) -> None:
    """Keep others from writing to a file as long as it is open, where the system knows such locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BoxwoodError(f"{file} is in use: another build is at work there") from None
    except OSError:  # a file system without locks
        return
