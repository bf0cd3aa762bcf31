# SPDX-License-Identifier: GPL-2.0-or-later
"""Fixtures for every test: the environment that QGIS needs, and the optional real data."""

import gc
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# Before numpy: the threads of its linear algebra wait for one another where every core has a test to run.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import hypothesis  # noqa: E402
import pytest  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# How long an example takes by the clock tells how busy the machine is.
hypothesis.settings.register_profile(
    "geodeid", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("geodeid")

# Another PROJ or GDAL on the machine must not lend QGIS its tables, and no test may see a screen.
for _name in ("PROJ_LIB", "PROJ_DATA", "GDAL_DATA"):
    os.environ.pop(_name, None)
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_OWN_FOLDER = tempfile.TemporaryDirectory(prefix="geodeid-")
os.environ.setdefault("XDG_RUNTIME_DIR", _OWN_FOLDER.name)
os.environ["QGIS_CUSTOM_CONFIG_PATH"] = _OWN_FOLDER.name


def pytest_make_parametrize_id(val):
    """A name for bytes that every worker gives: an archive holds the second in which it was packed."""
    return f"{len(val)} bytes" if isinstance(val, bytes) and len(val) > 20 else None


def shared_data(path: str) -> Path:
    """Path of a file of real data, which is not part of the repository; skips where it is absent."""
    found = Path(os.environ.get("GEODEID_DATA", ROOT.parent / "shared" / "data")) / path
    if not found.exists():
        pytest.skip(f"real data not here: {path} (set GEODEID_DATA to its folder)")
    return found


def pytest_configure(config):
    """Put what the plugin ships of others where the plugin finds it; once, not in every process."""
    if not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, ROOT / "scripts" / "get_shipped"], check=True)


LONGEST_FIRST = ("gui", "cli", "processing", "package", "core")
"""Folders of tests, those with the longest files first."""


def pytest_collection_modifyitems(items):
    """Put the longest files first: what comes last then is short, and two processes end together."""
    items.sort(key=lambda item: LONGEST_FIRST.index(item.path.relative_to(ROOT / "tests").parts[0]))


def pytest_collection_finish():
    """Leave the thousands of tests to themselves: the collector need not walk over them again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_unconfigure():
    """Nor at the end, when pytest lets it look five times for what was lost: seconds over parsed sources."""
    gc.freeze()


@pytest.fixture(scope="session")
def real_data():
    """Give the function that finds real data or skips."""
    return shared_data
