# SPDX-License-Identifier: GPL-2.0-or-later
"""Fails where detect-secrets sees a key or a password in the package.

Usage: scripts/lint/leaked_secrets.py PACKAGE [--upload]   (with --upload in the guide and in vendor/, too)
"""

import re
import sys
from pathlib import Path

from detect_secrets import SecretsCollection
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import RegexBasedDetector
from detect_secrets.settings import default_settings

SLOW_FILTER = "detect_secrets.filters.heuristic.is_indirect_reference"
"""Lets `key = get_key()` pass, and takes a third of the time; no line of the package needs it."""


def problems(package: Path, everywhere: bool) -> list:
    """List suspected secrets as ``file:line: kind``."""
    secrets = SecretsCollection()
    every = [path for path in sorted(package.rglob("*")) if path.is_file()]
    files = [path for path in every if everywhere or _is_ours(path.relative_to(package))]
    text = "\n".join(path.read_bytes().decode("utf-8", "ignore") for path in files)
    kinds = get_mapping_from_secret_type_to_class().values()
    with default_settings() as settings:
        settings.disable_plugins(*(kind.__name__ for kind in kinds if not _may_match(kind, text)))
        settings.disable_filters(SLOW_FILTER)
        for path in files:
            secrets.scan_file(str(path))
    return [f"{file}:{secret.line_number}: {secret.type}" for file, secret in secrets]


def _is_ours(path: Path) -> bool:
    return path.suffix != ".html" and "vendor" not in path.parts


def _may_match(kind: type, text: str) -> bool:
    """Whether a kind of secret may be in a text: line by line those whose patterns are nowhere take long."""
    patterns = getattr(kind, "denylist", ()) if issubclass(kind, RegexBasedDetector) else ()
    return not patterns or any(re.search(one.pattern, text, one.flags | re.MULTILINE) for one in patterns)


if __name__ == "__main__":
    wrong = problems(Path(sys.argv[1]), "--upload" in sys.argv)
    print("\n".join(wrong))
    sys.exit(bool(wrong))
