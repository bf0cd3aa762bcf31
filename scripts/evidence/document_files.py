# SPDX-License-Identifier: GPL-2.0-or-later
"""Manuscripts, slides and pages as LibreOffice, pandoc and LaTeX write them, with figures of known truth."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from document_figures import figures_of

PROGRAMS = {"LibreOffice": "soffice", "pandoc": "pandoc", "LaTeX": "pdflatex"}
PLAN = (
    ("LibreOffice", "docx", 5), ("LibreOffice", "odt", 4), ("LibreOffice", "pdf", 4),
    ("LibreOffice", "pptx", 4), ("LibreOffice", "odp", 2), ("pandoc", "docx", 2), ("pandoc", "pptx", 1),
    ("pandoc", "epub", 1), ("pandoc", "html", 3), ("LaTeX", "pdf", 4),
)  # fmt: skip
"""Program, format and number of documents: thirty in all. Pages of Quarto are pandoc's, with all embedded."""
MAPS_EACH, OTHERS = 2, 200
LONGEST_S = 300


def plan(count: int = 30):
    """Number, program, format and number of other figures of each document."""
    each = [(program, kind) for program, kind, times in PLAN for _ in range(times)][:count]
    for number, (program, kind) in enumerate(each):
        others = OTHERS * (number + 1) // 30 - OTHERS * number // 30
        yield number, program, kind, others


def make(folder: Path, count: int = 30) -> None:
    """Write the documents, and ``known.json``: what figure is which, by its size or its page."""
    absent = [name for name, command in PROGRAMS.items() if shutil.which(command) is None]
    if absent:
        raise SystemExit(f"{', '.join(absent)} not installed: apt install libreoffice-writer "
                         "libreoffice-impress pandoc texlive-latex-base")  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    known = {}
    for number, program, kind, others in plan(count):
        figures = figures_of(number, MAPS_EACH, others, vector=program == "LaTeX")
        name = f"{number:02d}_{program.lower()}.{kind}"
        with tempfile.TemporaryDirectory() as scratch:
            {"LibreOffice": by_libreoffice, "pandoc": by_pandoc, "LaTeX": by_latex}[program](
                Path(scratch), kind, figures, folder / name
            )
        known[name] = {
            "seed": number + 1,
            "by_page": program == "LaTeX",
            "figures": [[one.kind, *one.size] for one in figures],
        }
        print(name, len(figures), "figures", flush=True)
    (folder / "known.json").write_text(json.dumps(known))


def call(*words) -> None:
    subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=LONGEST_S)


def by_libreoffice(scratch: Path, kind: str, figures, target: Path) -> None:
    slides = kind in ("pptx", "odp")
    suffix, frame = ("fodp", SLIDE_FRAME) if slides else ("fodt", TEXT_FRAME)
    body = "".join(
        frame.format(data=base64.b64encode(one.data).decode(), at=at) for at, one in enumerate(figures)
    )
    flat = scratch / f"{target.stem}.{suffix}"
    flat.write_text(FLAT[suffix].format(body=body), encoding="utf-8")
    read = f"--infilter=OpenDocument {'Presentation' if slides else 'Text'} Flat XML"
    call("soffice", f"-env:UserInstallation=file://{scratch}/profile", "--headless", read, "--convert-to",
         kind, "--outdir", scratch, flat)  # fmt: skip
    shutil.move(scratch / f"{target.stem}.{kind}", target)


def by_pandoc(scratch: Path, kind: str, figures, target: Path) -> None:
    lines = ["---", "title: A study", "---", ""]
    for at, one in enumerate(figures):
        name = scratch / f"{at:02d}.{one.suffix}"
        name.write_bytes(one.data)
        lines += [f"## Result {at + 1}", "", f"Of 70 patients {at + 20} were seen.", "",
                  f"![Figure {at + 1}]({name})", ""]  # fmt: skip
    page = scratch / "paper.md"
    page.write_text("\n".join(lines), encoding="utf-8")
    more = ["--self-contained"] if kind == "html" else []
    call("pandoc", page, "--standalone", *more, "--output", target)


def by_latex(scratch: Path, _kind: str, figures, target: Path) -> None:
    lines = [r"\documentclass{article}\usepackage{graphicx}\begin{document}"]
    for at, one in enumerate(figures):
        name = f"f{at:02d}.{one.suffix}"
        (scratch / name).write_bytes(one.data)
        lines += [f"Result {at + 1}.", "", rf"\includegraphics[width=.9\textwidth]{{{name}}}", r"\clearpage"]
    (scratch / "paper.tex").write_text("\n".join([*lines, r"\end{document}"]))
    call("pdflatex", "-interaction=batchmode", f"-output-directory={scratch}",
         f"-cnf-line=TEXINPUTS={scratch}:", scratch / "paper.tex")  # fmt: skip
    shutil.move(scratch / "paper.pdf", target)


SPACE = "urn:oasis:names:tc:opendocument:xmlns"
HEAD = (
    f'<office:document xmlns:office="{SPACE}:office:1.0" xmlns:text="{SPACE}:text:1.0" '
    f'xmlns:table="{SPACE}:table:1.0" xmlns:draw="{SPACE}:drawing:1.0" '
    f'xmlns:svg="{SPACE}:svg-compatible:1.0" '
    f'office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.{{kind}}">'
)
FLAT = {
    "fodt": HEAD.replace("{kind}", "text") + "<office:body><office:text><text:p>A manuscript.</text:p>{body}"
    "</office:text></office:body></office:document>",
    "fodp": HEAD.replace("{kind}", "presentation")
    + f"<office:automatic-styles><style:page-layout xmlns:style='{SPACE}:style:1.0' style:name='l'/>"
    f"</office:automatic-styles><office:master-styles><style:master-page xmlns:style='{SPACE}:style:1.0' "
    "style:name='m' style:page-layout-name='l'/></office:master-styles>"
    "<office:body><office:presentation>{body}"
    "</office:presentation></office:body></office:document>",
}
IMAGE = (
    "<draw:frame draw:name='f{at}' svg:width='12cm' svg:height='9.6cm' {anchor}><draw:image>"
    "<office:binary-data>{{data}}</office:binary-data></draw:image></draw:frame>"
)
TEXT_FRAME = "<text:p>" + IMAGE.format(at="{at}", anchor="text:anchor-type='as-char'") + "</text:p>"
SLIDE_FRAME = (
    "<draw:page draw:name='p{at}' draw:master-page-name='m'>"
    + IMAGE.format(at="{at}", anchor="svg:x='1cm' svg:y='1cm'")
    + "</draw:page>"
)
