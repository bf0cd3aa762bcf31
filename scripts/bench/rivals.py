# SPDX-License-Identifier: GPL-2.0-or-later
"""A Python with the packages that benchmarks compare with, beside the ones that QGIS uses."""

import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / ".venv" / "rivals"


def python_with(*packages: str) -> str:
    """Install packages once into a virtual environment that sees the system's numpy and scipy."""
    python = FOLDER / "bin" / "python"
    if not python.exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--system-site-packages", str(FOLDER)], check=True)
    installed = FOLDER / "installed.txt"
    have = installed.read_text().split("\n") if installed.exists() else []
    missing = [package for package in packages if package not in have]
    if missing:
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *missing, "numpy<1.25"], check=True)
        installed.write_text("\n".join([*have, *missing]))
    return str(python)
