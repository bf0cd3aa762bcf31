# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents that are hostile, damaged, locked or very large."""

from __future__ import annotations

import bz2
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of the older binary kind begin, also an encrypted one of the newer."""
PAGE_POINTS = 595, 842
TEN_METRES = 28_346
"""Points."""


def zipped(entries, packed=zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", packed) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return held.getvalue()


def docx(*more) -> bytes:
    words = '<w:document xmlns:w="w"><w:p><w:r><w:t>Some words.</w:t></w:r></w:p></w:document>'
    return zipped([("[Content_Types].xml", '<Types xmlns="x"/>'), ("word/document.xml", words), *more])


def pdf(pages: int, size=PAGE_POINTS, trailer="", font="") -> bytes:
    kids = " ".join(f"{10 + 2 * at} 0 R" for at in range(pages))
    body = ["1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
            f"2 0 obj << /Type /Pages /Kids [{kids}] /Count {pages} /MediaBox [0 0 {size[0]} {size[1]}] "
            "/Resources << /Font << /F 3 0 R >> >> >> endobj",
            f"3 0 obj << /Type /Font {font} >> endobj"]  # fmt: skip
    for at in range(pages):
        words = f"BT /F 9 Tf 9 9 Td (page {at + 1} of a long report) Tj ET"
        body.append(f"{10 + 2 * at} 0 obj << /Type /Page /Parent 2 0 R /Contents {11 + 2 * at} 0 R >> endobj")
        body.append(f"{11 + 2 * at} 0 obj << /Length {len(words)} >>\nstream\n{words}\nendstream endobj")
    return ("%PDF-1.7\n" + "\n".join(body) + f"\ntrailer << /Root 1 0 R {trailer} >>\n%%EOF").encode()


def nested(depth=12) -> bytes:
    inner = docx()
    for at in range(depth):
        inner = zipped([(f"{at}.zip", inner)])
    return inner


def climbing() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        for name in ("../../../away", "words.txt"):
            entry = tarfile.TarInfo(name)
            entry.size = 11
            archive.addfile(entry, io.BytesIO(b"some words."))
    return held.getvalue()


CASES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "PDF, encrypted": ("a.pdf", lambda: pdf(1, trailer="/Encrypt << /Filter /Standard /V 2 >>")),
    "DOCX, encrypted": ("a.docx", lambda: OLE + "EncryptedPackage".encode("utf-16-le") + bytes(900)),
    "DOCX with macros": ("a.docm", lambda: docx(("word/vbaProject.bin", OLE + bytes(600)))),
    "DOCX, cut short": ("a.docx", lambda: docx()[:-40]),
    "PDF, cut short": ("a.pdf", lambda: pdf(9)[:700]),
    "ZIP of 300 MB of zeros": ("a.zip", lambda: zipped([("a.txt", bytes(300_000_000))])),
    "five such in one ZIP": ("b.zip", lambda: zipped([(f"{at}.txt", bytes(300_000_000)) for at in range(5)])),
    "bzip2 of 1.5 GB of zeros": ("a.tar.bz2", lambda: bz2.compress(bytes(50_000_000)) * 30),
    "ZIP in ZIP, twelve deep": ("a.zip", nested),
    "ZIP of 30 000 parts": ("a.zip", lambda: zipped([(f"{at}.txt", "words") for at in range(30_000)])),
    "TAR whose names climb out": ("a.tar", climbing),
    "PDF of 1 000 pages": ("a.pdf", lambda: pdf(1_000)),
    "PDF with a page of 10 m": ("a.pdf", lambda: pdf(1, (TEN_METRES, TEN_METRES))),
    "PDF without its fonts": ("a.pdf", lambda: pdf(1, font="/Subtype /Type0 /BaseFont /None")),
    "name from right to left": ("\u202egpj.exe.docx", docx),
}  # fmt: skip
"""What it is, the name of the file, and its bytes."""


def make(folder: Path, case: str) -> Path:
    """Write one of them; a ZIP of 2.2 GB is a file with a hole."""
    if case == LARGEST:
        file = folder / "large.zip"
        with file.open("wb") as held:
            held.truncate(2_200_000_000)
        return file
    name, content = CASES[case]
    file = folder / name
    file.write_bytes(content())
    return file


LARGEST = "ZIP of 2.2 GB"
ALL = (*CASES, LARGEST)
