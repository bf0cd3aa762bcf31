# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents that are made to hang or to fill the memory end in a verdict, and this process goes on."""

import io
import random
import re
import resource
import threading
import zipfile
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("qgis.core")
from test_checkdocument import check, world  # noqa: F401

from geodeid_plugin.processing_provider.disclosure.documents import reading
from geodeid_plugin.processing_provider.disclosure.mapimage import pictures

pytestmark = pytest.mark.apart

MOST_S, MOST_MB = 60, 1536
SHARE = 15
"""Each process may take a fifteenth of its seconds: it ends at three as it does at 45."""
SOURCE = random.Random(5)
SHEETS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def pairs(count):
    return (f"{43 + 2 * SOURCE.random():.5f},{-76 + SOURCE.random():.5f}" for _ in range(count))


def zipped(files):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return held.getvalue()


def many_tables():
    table = "lat,lon\n" + "\n".join(pairs(330_000))
    return zipped({f"{at}.csv": table for at in range(10)})


def far_cells():
    rows = "".join(
        f'<row r="{at}"><c r="A{at}"><v>{at}</v></c><c r="ZZZ{at}"><v>42.{at:05d}</v></c></row>'
        for at in range(1, 20_001)
    )
    sheet = f"<worksheet {SHEETS}><sheetData>{rows}</sheetData></worksheet>"
    return zipped({"[Content_Types].xml": "<Types/>", "xl/worksheets/sheet1.xml": sheet})


def stream(body, entries=b""):
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(body), body)


def nested_forms():
    kind = b"/Type /XObject /Subtype /Form /BBox [0 0 600 600]"
    inner = [(at, stream(b"/X Do " * 12, kind + b" /Resources << /XObject << /X %d 0 R >> >>" % (at + 1)))
             for at in range(5, 16)]  # fmt: skip
    objects = [
        (1, b"<< /Type /Catalog /Pages 2 0 R >>"),
        (2, b"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>"),
        (3, b"<< /Type /Page /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"),
        (4, stream(b"/X Do")), *inner, (16, stream(b"1 1 3 3 re f", kind)),
    ]  # fmt: skip
    return b"%PDF-1.7\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % one for one in objects)


def nested_symbols():
    uses = "".join(f"<g id='a{at + 1}'>" + f"<use href='#a{at}'/>" * 10 + "</g>" for at in range(9))
    return f"<svg xmlns='http://www.w3.org/2000/svg'><g id='a0'><circle r='9'/></g>{uses}</svg>".encode()


def circles():
    drawn = "".join(f"<circle cx='{at % 907}' cy='{at % 811}' r='2' fill='red'/>" for at in range(700_000))
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'>{drawn}</svg>".encode()


HOSTILE = {
    "tables.zip": many_tables, "cells.xlsx": far_cells, "forms.pdf": nested_forms,
    "symbols.svg": nested_symbols, "circles.svg": circles,
    "quotes.txt": lambda: b'a="' + b"1234567890abc " * 150_000 + b'"',
    "deep.json": lambda: b'[{"type":"Point","coordinates":[' * 100_000,
}  # fmt: skip


HARMLESS = ("quotes.txt", "deep.json")
"""What is read to its end and holds no place."""


@contextmanager
def largest_child():
    """The most memory that a process of this one held, MB, by look: the system tells only that of all."""
    seen, over = [0.0], threading.Event()

    def look():
        while not over.wait(0.02):
            for children in Path("/proc/self/task").glob("*/children"):
                for child in children.read_text().split():
                    with suppress(OSError):
                        most = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{child}/status").read_text())
                        seen.append(int(most[1]) / 1024 if most else 0.0)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        over.set()
        looking.join()


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_ends_within_its_limits(run, world, tmp_path, monkeypatch, name):  # noqa: F811
    for room, limits in ((reading, "LIMITS"), (pictures, "LIMITS"), (pictures, "LIMITS_OF_PATHS")):
        share = 1 if name in HARMLESS else SHARE
        shorter = replace(getattr(room, limits), cpu_s=getattr(room, limits).cpu_s // share)
        monkeypatch.setattr(room, limits, shorter)
    (tmp_path / name).write_bytes(HOSTILE[name]())
    before = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    with largest_child() as seen_mb:
        verdict = check(run, world, tmp_path / name)["VERDICT"]
    after = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    used = [end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
            for begin, end in zip(before, after)]  # fmt: skip
    assert verdict == ("passed" if name in HARMLESS else "not_judged")
    assert sum(used) < MOST_S / 2
    assert 10 < max(seen_mb) < MOST_MB
