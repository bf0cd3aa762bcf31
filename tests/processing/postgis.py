# SPDX-License-Identifier: GPL-2.0-or-later
"""A PostgreSQL with PostGIS of the tests' own: a cluster in a temporary folder, on 127.0.0.1, no service."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

OWNER, GUEST, PASSWORD = "geodeid_owner", "geodeid_guest", "only for a test"
AS = ["runuser", "-u", "postgres", "--"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
"""PostgreSQL refuses to run as root."""


def programs() -> Path:
    """Folder of initdb and pg_ctl, or skip with a sentence."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    where = found[-1].parent if found else Path(shutil.which("initdb") or "nowhere").parent
    extensions = list(Path("/usr/share/postgresql").glob("*/extension/postgis.control"))
    if not (where / "pg_ctl").exists() or not extensions:
        pytest.skip("PostgreSQL with PostGIS is not installed (scripts/setup --with-postgis)")
    return where


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


class Cluster:
    """A running server with one database that has PostGIS, an owner and a guest who may only read."""

    def __init__(self, folder: Path):
        self.bin, self.folder, self.port = programs(), folder, free_port()
        data = folder / "data"
        if AS:
            shutil.chown(folder, "postgres")
        self._call("initdb", "-D", str(data), "-A", "trust", "-N", "-U", "postgres")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off -k {folder}"
        self._call("pg_ctl", "-D", str(data), "-o", options, "-w", "-l", str(folder / "log"), "start")
        for name in (OWNER, GUEST):
            self.sql(f"CREATE ROLE {name} LOGIN PASSWORD '{PASSWORD}'", database="postgres")
        self.sql("CREATE DATABASE study", database="postgres")
        self.sql("CREATE EXTENSION postgis")
        self.sql(
            f"GRANT ALL ON SCHEMA public TO {OWNER}; REVOKE CREATE ON SCHEMA public FROM {GUEST}, PUBLIC"
        )

    def _call(self, program: str, *arguments: str) -> None:
        command = [*AS, str(self.bin / program), *arguments]
        # The server keeps what it is given as output open, so it is given none.
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def stop(self) -> None:
        """End the server."""
        self._call("pg_ctl", "-D", str(self.folder / "data"), "-m", "fast", "-w", "stop")

    def sql(self, text: str, user: str = "postgres", database: str = "study") -> list:
        """Rows that a query gives, as texts."""
        told = subprocess.run(
            [*AS, str(self.bin / "psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", user, "-d", database,
             "-Atq", "-v", "ON_ERROR_STOP=1", "-c", text],
            check=True, capture_output=True, text=True, cwd="/",
        ).stdout  # fmt: skip
        return told.splitlines()

    def uri(self, table: str, user: str = OWNER, host: str = "127.0.0.1", geometry: str = "geom") -> str:
        """Source of a table as QGIS writes it."""
        schema, _, name = table.rpartition(".")
        return (
            f"dbname='study' host={host} port={self.port} user='{user}' password='{PASSWORD}' "
            f'table="{schema or "public"}"."{name}" ({geometry})'
        )

    def rows(self, table: str) -> list:
        """Every row of a table as text, sorted."""
        return sorted(self.sql(f"SELECT t::text FROM {table} t"))


@pytest.fixture(scope="session")
def cluster():
    """Give a running PostgreSQL with PostGIS; pytest's own folders are closed to its user."""
    with tempfile.TemporaryDirectory(prefix="geodeid-postgis-") as folder:
        made = Cluster(Path(folder))
        yield made
        made.stop()
