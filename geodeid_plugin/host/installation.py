# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the installed plugin keeps its files, and which version it is.

Which Python packages an algorithm needs, and how to get one that is missing.

The plugin itself loads with numpy alone; an algorithm whose package is missing stays in the
toolbox and says what to install.
"""

from __future__ import annotations

import configparser
from importlib.util import find_spec
from pathlib import Path

from ..i18n import tr

_PACKAGE = Path(__file__).resolve().parents[1]


def _root() -> Path:
    """Folder of metadata.txt: the package itself once installed, its parent in the source tree."""
    return _PACKAGE if (_PACKAGE / "metadata.txt").exists() else _PACKAGE.parent


def resource(*parts: str) -> Path:
    """Path of a file below ``resources/``."""
    return _root().joinpath("resources", *parts)


def guide(page: str) -> str:
    """Address of a page of the guide, such as ``faq`` or ``faq#why``; it needs no network.

    The installed plugin holds the guide as a site; in the source tree its pages are Markdown.
    """
    name, mark, heading = page.partition("#")
    built = _root() / "guide"
    path = built / f"{name}.html" if built.is_dir() else _root() / "docs" / f"{name}.md"
    return path.as_uri() + mark + heading


def version() -> str:
    """The plugin's version, read from metadata.txt, the only place where it stands."""
    metadata = configparser.ConfigParser(interpolation=None)
    metadata.read(_root() / "metadata.txt", encoding="utf-8")
    return metadata["general"]["version"]


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
