# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the installed plugin keeps its files, and which version it is."""

from __future__ import annotations

import configparser
from pathlib import Path

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
