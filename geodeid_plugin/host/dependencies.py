# SPDX-License-Identifier: GPL-2.0-or-later
"""Which Python packages an algorithm needs, and how to get one that is missing.

The plugin itself loads with numpy alone; an algorithm whose package is missing stays in the
toolbox and says what to install.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..i18n import tr

_DEBIAN_NAMES = {
    "scipy": "python3-scipy",
    "shapely": "python3-shapely",
    "pyproj": "python3-pyproj",
    "jinja2": "python3-jinja2",
}


def missing(packages) -> list[str]:
    """Those of the packages that this Python cannot find."""
    return [package for package in packages if not _present(package)]


def _present(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # blocked in sys.modules
        return False


def how_to_install(packages) -> str:
    """Say what to install, on every system that QGIS runs on."""
    names = " ".join(packages)
    debian = " ".join(_DEBIAN_NAMES.get(package, f"python3-{package}") for package in packages)
    return tr(
        "This algorithm needs the Python package(s) {names}, which this QGIS does not have.\n"
        "Windows: open the OSGeo4W Shell and run: python -m pip install {names}\n"
        "macOS: in Terminal run: /Applications/QGIS.app/Contents/MacOS/bin/python3 -m pip install {names}\n"
        "Debian and Ubuntu: sudo apt install {debian}\n"
        "Flatpak: flatpak run --devel --command=pip3 org.qgis.qgis install --user {names}\n"
        "Then restart QGIS.",
        names=names,
        debian=debian,
    )
