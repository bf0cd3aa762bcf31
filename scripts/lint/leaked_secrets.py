# SPDX-License-Identifier: GPL-2.0-or-later
"""Fails where detect-secrets sees a key or a password in the package.

Usage: scripts/lint/leaked_secrets.py PACKAGE [--upload]   (with --upload in the guide and in vendor/, too)
"""

import sys
from pathlib import Path

from detect_secrets import SecretsCollection
from detect_secrets.settings import default_settings


def problems(package: Path, everywhere: bool) -> list:
    """List suspected secrets as ``file:line: kind``."""
    secrets = SecretsCollection()
    with default_settings():
        for path in sorted(package.rglob("*")):
            ours = path.suffix != ".html" and "vendor" not in path.relative_to(package).parts
            if path.is_file() and (everywhere or ours):
                secrets.scan_file(str(path))
    return [f"{file}:{secret.line_number}: {secret.type}" for file, secret in secrets]


if __name__ == "__main__":
    wrong = problems(Path(sys.argv[1]), "--upload" in sys.argv)
    print("\n".join(wrong))
    sys.exit(bool(wrong))
