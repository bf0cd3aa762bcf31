# SPDX-License-Identifier: GPL-2.0-or-later
"""The format of a sealed ledger, by a reference of its own: a ledger of today must open in years."""

import hashlib
import hmac
import struct

import pytest

from geodeid_plugin.core.geomask.releases.sealing import LedgerKey, key_check, key_of_code, recovery_code
from tests.refusals import refuses

MASTER, NAME, NONCE = bytes(range(32)), "ab12", bytes(range(100, 132))


def sha(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def key(use: str) -> bytes:
    return sha(MASTER, b"geodeid/2/" + use.encode() + b"\0" + NAME.encode())


def framed(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">Q", len(part)) + part for part in parts)


@pytest.fixture
def seal():
    return LedgerKey(MASTER, NAME)


@pytest.mark.parametrize("payload", [b"", b"a patient", bytes(248), bytes(249)])
def test_a_box_is_what_the_format_says(seal, payload):
    plain = struct.pack(">Q", len(payload)) + payload
    plain += bytes(-len(plain) % 256)
    stream = hashlib.shake_256(key("place") + NONCE).digest(len(plain))
    body = bytes(one ^ other for one, other in zip(plain, stream))
    box = seal.box(payload, (7, "note", ""), NONCE)
    kind = box[:1]
    assert box == kind + NONCE + body + sha(
        key("mac"), framed(kind, b"ab12", b"7", b"note", b"", NONCE, body)
    )
    assert seal.open(box, (7, "note", "")) == payload


def test_a_box_altered_in_any_byte_or_moved_is_refused(seal):
    box, bound = seal.box(b"a patient", (7, "note", ""), NONCE), (7, "note", "")
    for at in range(len(box)):
        altered = box[:at] + bytes([box[at] ^ 1]) + box[at + 1 :]
        with refuses("ledger.entry.altered"):
            seal.open(altered, bound)
    for other in ((8, "note", ""), (7, "note"), (7, "not", "e"), (7, "", "note"), (7, "note", "", "")):
        with refuses("ledger.entry.altered"):
            seal.open(box, other)
    for cut in (b"", box[:1], box[:40], box[:-1], box + b"\0"):
        with refuses("ledger.entry.altered"):
            seal.open(cut, bound)
    with refuses("ledger.entry.altered"):
        LedgerKey(MASTER, "ab13").open(box, bound)


def test_names_links_heads_and_witnesses_are_what_the_format_says(seal):
    assert seal.name("patient", "Zoë") == sha(key("ids"), framed(b"patient", "Zoë".encode())).hex()
    before = "00" * 32
    link = sha(
        key("chain"), framed(before.encode(), b"3", b"note", hashlib.sha256(b"content").digest())
    ).hex()
    assert seal.link(before, 3, "note", b"content") == link
    assert seal.head(3, link) == sha(key("head"), framed(b"3", link.encode())).hex()
    assert seal.witness(3, link) == "3-" + sha(key("witness"), framed(b"3", link.encode())).hex()[:16]
    assert key_check(MASTER) == sha(MASTER, b"geodeid ledger").hex()


def test_a_recovery_code_is_the_key_and_three_bytes_that_notice_a_slip():
    code = recovery_code(MASTER)
    assert len(code.replace("-", "")) == 56 and key_of_code(code.lower()) == MASTER
    assert key_of_code(MASTER.hex()) == MASTER
    letters = code.replace("-", "")
    for at, letter in enumerate(letters):
        slip = letters[:at] + ("A" if letter != "A" else "B") + letters[at + 1 :]
        with refuses("ledger.key.not_a_code"):
            key_of_code(slip)
    for wrong in ("", "12", MASTER.hex()[:-2], letters[:-1], letters + "A"):
        with refuses("ledger.key.not_a_code"):
            key_of_code(wrong)
