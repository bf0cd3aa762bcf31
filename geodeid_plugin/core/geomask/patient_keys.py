# SPDX-License-Identifier: GPL-2.0-or-later
"""Keyed hashes of texts: what only the holder of a key can make or try."""

from __future__ import annotations

import hashlib
import hmac


def keyed_hash(key: bytes, text: str) -> str:
    """HMAC-SHA-256 of a text, in hexadecimal digits."""
    return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()
