# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks a built plugin folder for what the public plugin repository rejects."""

import configparser
import sys
from pathlib import Path

REQUIRED_KEYS = (
    "name", "qgisMinimumVersion", "qgisMaximumVersion", "description", "about", "version", "author", "email",
    "homepage", "tracker", "repository", "license", "icon", "hasProcessingProvider", "tags", "category",
    "changelog",
)  # fmt: skip
FORBIDDEN_SUFFIXES = {".pyc", ".pyo", ".so", ".dll", ".exe", ".dylib", ".zip", ".ts"}
FORBIDDEN_NAMES = {"__pycache__", ".git", ".github", ".gitignore", ".DS_Store", "__MACOSX", "tests", "test"}
ADDRESSES = ("email", "homepage", "tracker", "repository")
PLACEHOLDER = ".example"
"""Top-level domain that RFC 2606 keeps for examples: addresses that nobody has."""
LARGEST_ZIP_BYTES = 25 * 1024 * 1024
LICENCE_LINE = "SPDX-License-Identifier: GPL-2.0-or-later"


def problems(package: Path) -> list:
    """List what is wrong with the folder and the zip beside it, one sentence each."""
    required = ("LICENSE", "metadata.txt", "__init__.py", "guide/index.html")
    found = [f"missing {name}" for name in required if not (package / name).exists()]
    shipped = set((package / "vendor").rglob("*"))
    found += [f"no licence of {one.name}" for one in shipped if _lacks_licence(package, one)]
    for path in package.rglob("*"):
        if path.suffix in FORBIDDEN_SUFFIXES or path.name in FORBIDDEN_NAMES:
            found.append(f"forbidden file {path.relative_to(package)}")
        elif path.suffix == ".py" and path not in shipped and LICENCE_LINE not in path.read_text("utf-8"):
            found.append(f"no licence line in {path.relative_to(package)}")
    if (package / "metadata.txt").exists():
        found += _metadata_problems(package)
    archives = list(package.parent.glob("*.zip"))
    if len(archives) != 1:
        found.append(f"{len(archives)} zips beside the folder, expected one")
    return found + [
        f"{a.name} is larger than 25 MB" for a in archives if a.stat().st_size > LARGEST_ZIP_BYTES
    ]


def _lacks_licence(package: Path, path: Path) -> bool:
    """Whether a package that others wrote, or its one module, lies there without its licence."""
    is_package = path.parent == package / "vendor" and (path.is_dir() or path.suffix == ".py")
    return is_package and not (path.parent / f"{path.stem}.LICENSE").exists()


def placeholders(package: Path) -> list:
    """Addresses in metadata.txt, the one place where they stand, that are still to be filled in."""
    general = _metadata(package)
    return [f"{key}={general[key]}" for key in ADDRESSES if PLACEHOLDER in general.get(key, "")]


def _metadata(package: Path):
    """As QGIS reads it: a % would be the start of a name."""
    metadata = configparser.ConfigParser()
    metadata.read(package / "metadata.txt", encoding="utf-8")
    return metadata["general"]


def _metadata_problems(package: Path) -> list:
    general = _metadata(package)
    found = [f"metadata.txt lacks {key}" for key in REQUIRED_KEYS if not general.get(key, "").strip()]
    if general.get("hasProcessingProvider", "").lower() != "yes":
        found.append("metadata.txt must say hasProcessingProvider=yes")
    if "supportsQt6" in general:
        found.append("metadata.txt: supportsQt6 is dead; qgisMaximumVersion says it")
    if general.get("icon") and not (package / general["icon"]).exists():
        found.append(f"metadata.txt names an icon that is not there: {general['icon']}")
    return found


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    if "--placeholders" in sys.argv:
        print("\n".join(placeholders(folder)))
        sys.exit(0)
    wrong = problems(folder)
    if "--upload" in sys.argv:
        wrong += [f"metadata.txt still has the placeholder {one}" for one in placeholders(folder)]
    print("\n".join(wrong))
    sys.exit(bool(wrong))
