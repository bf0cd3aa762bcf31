# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents of true homes by a dozen programs, and of anything else: tables, layers, maps, charts."""

from __future__ import annotations

import json
import mailbox
import shutil
import sqlite3
import subprocess
import zipfile
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import numpy as np
from document_figures import OTHERS, figure_of, ring

HOMES = 40
"""Patients of each document."""


@dataclass(frozen=True)
class Sheet:
    """A table as its cells are read."""

    names: tuple[str, ...]
    rows: list[tuple[str, ...]]

    def text(self, between: str) -> str:
        """Its lines, cells parted."""
        return "\n".join(between.join(row) for row in (self.names, *self.rows)) + "\n"

    def html(self) -> str:
        """As a table of a page."""
        lines = (
            "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in (self.names, *self.rows)
        )
        return "<!doctype html><title>Table 2</title><table border=1>" + "\n".join(lines) + "</table>"


def sheets(lonlat, metres) -> dict[str, Sheet]:
    """The homes as people write them."""
    ages = (20 + np.random.default_rng(3).integers(0, 70, len(lonlat))).astype(str).tolist()
    named = [f"p{at}" for at in range(len(lonlat))]
    wards = ["ABC"[at % 3] for at in range(len(lonlat))]
    x, y = ([f"{one:.5f}" for one in axis] for axis in lonlat.T)
    east, north = ([f"{one:.0f}" for one in axis] for axis in metres.T)
    south, west = ([minutes(one, sides) for one in axis] for axis, sides in zip(lonlat.T[::-1], ("NS", "EW")))
    return {
        "degrees": Sheet(("id", "latitude", "longitude", "age"), list(zip(named, y, x, ages))),
        "apart": Sheet(("longitude", "age", "ward", "latitude"), list(zip(x, ages, wards, y))),
        "metres": Sheet(
            ("id", "UTM 18N easting", "UTM 18N northing", "age"), list(zip(named, east, north, ages))
        ),
        "minutes": Sheet(("id", "latitude", "longitude", "age"), list(zip(named, south, west, ages))),
    }


def minutes(degrees: float, sides: str) -> str:
    """Degrees, minutes and seconds of arc."""
    whole = round(abs(degrees) * 36_000)
    return f"{whole // 36_000}°{whole // 600 % 60:02d}'{whole % 600 / 10:04.1f}\"{sides[int(degrees < 0)]}"


def laboratory(source) -> Sheet:
    """Values that lie beyond the region's degrees and metres."""
    blood, platelets = source.normal(13.5, 1.2, HOMES), source.normal(240, 40, HOMES)
    rows = [(f"p{at}", f"{blood[at]:.1f}", f"{platelets[at]:.0f}", str(20 + at)) for at in range(HOMES)]
    return Sheet(("id", "haemoglobin", "platelets", "age"), rows)


def call(*words, **more) -> bytes:
    return subprocess.run(
        [str(word) for word in words], check=True, capture_output=True, timeout=120, **more
    ).stdout


def by_csv(sheet: Sheet, file: Path) -> None:
    file.write_text(sheet.text("\t" if file.suffix == ".tsv" else ","))


def fixed_width(sheet: Sheet, file: Path) -> None:
    file.write_text("\n".join("".join(f"{cell:>22}" for cell in row) for row in (sheet.names, *sheet.rows)))


def by_json(sheet: Sheet, file: Path) -> None:
    file.write_text(json.dumps([dict(zip(sheet.names, row)) for row in sheet.rows]))


def by_yaml(sheet: Sheet, file: Path) -> None:
    import yaml

    file.write_text(yaml.safe_dump([dict(zip(sheet.names, row)) for row in sheet.rows], allow_unicode=True))


def page(sheet: Sheet, file: Path) -> None:
    file.write_text(sheet.html())


def tex(sheet: Sheet, file: Path) -> None:
    body = sheet.text(" & ").replace("\n", r" \\" + "\n").replace("°", r"$^\circ$")
    file.write_text(r"\begin{tabular}{llll}" + "\n" + body + r"\end{tabular}" + "\n")


def word(sheet: Sheet, file: Path) -> None:
    rows = "".join(
        "<w:tr>"
        + "".join(f"<w:tc><w:p><w:r><w:t>{cell}</w:t></w:r></w:p></w:tc>" for cell in row)
        + "</w:tr>"
        for row in (sheet.names, *sheet.rows)
    )
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    text = f'<w:document xmlns:w="{space}"><w:body><w:tbl>{rows}</w:tbl></w:body></w:document>'
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", '<Types xmlns="x"/>')
        archive.writestr("word/document.xml", text)


def notebook(sheet: Sheet, file: Path) -> None:
    from nbformat import v4, write

    told = v4.new_output("display_data", {"text/html": sheet.html()})
    write(v4.new_notebook(cells=[v4.new_code_cell("cases", outputs=[told])]), str(file))


def _mail(sheet: Sheet, subject: str) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = subject, "a@example.org", "b@example.org"
    mail.set_content("The table is attached.")
    mail.add_attachment(
        sheet.text(",").encode(), maintype="application", subtype="octet-stream", filename="t.csv"
    )
    return mail


def mail(sheet: Sheet, file: Path) -> None:
    file.write_bytes(bytes(_mail(sheet, "Table 2")))


def box_of_mail(sheet: Sheet, file: Path) -> None:
    box = mailbox.mbox(file)
    for held in (Sheet(("a", "b"), [("1", "2")]), sheet):
        box.add(_mail(held, "Table"))
    box.close()


def by_sqlite(sheet: Sheet, file: Path) -> None:
    base = sqlite3.connect(":memory:" if file.suffix == ".sql" else file)
    marks = ",".join("?" * len(sheet.names))
    base.execute(f"create table t ({','.join(name.replace(' ', '_') for name in sheet.names)})")
    base.executemany(f"insert into t values ({marks})", sheet.rows)
    base.commit()
    if file.suffix == ".sql":
        file.write_text("\n".join(base.iterdump()))
    base.close()


def by_ogr(sheet: Sheet, file: Path) -> None:
    """A workbook of numbers."""
    held = file.with_suffix(".in.csv")
    by_csv(sheet, held)
    call(
        "ogr2ogr",
        "-f",
        {".xlsx": "XLSX", ".ods": "ODS"}[file.suffix],
        file,
        held,
        "-oo",
        "AUTODETECT_TYPE=YES",
    )
    held.unlink()


def by_groff(sheet: Sheet, file: Path) -> None:
    text = ".TS\nl l l l.\n" + sheet.text("\t").replace("°", r"\[de]") + ".TE\n"
    file.with_suffix(".ps").write_bytes(call("groff", "-t", "-Tps", "-Kutf8", input=text.encode()))
    call("ps2pdf", file.with_suffix(".ps"), file)
    file.with_suffix(".ps").unlink()


def by_chromium(sheet: Sheet, file: Path) -> None:
    held = file.with_suffix(".in.html")
    page(sheet, held)
    call("chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={file.parent}/profile",
         f"--print-to-pdf={file}", held)  # fmt: skip
    held.unlink()


def _figure(size):
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    return pyplot.subplots(figsize=size)


def by_matplotlib(sheet: Sheet, file: Path) -> None:
    figure, axes = _figure((8, 11))
    axes.axis("off")
    axes.table(cellText=sheet.rows, colLabels=sheet.names, loc="center")
    figure.savefig(file)


def by_cairo(sheet: Sheet, file: Path) -> None:
    import cairo

    surface = cairo.PDFSurface(str(file), 595, 842)
    to = cairo.Context(surface)
    for down, row in enumerate((sheet.names, *sheet.rows)):
        for across, cell in enumerate(row):
            to.move_to(50 + 130 * across, 40 + 18 * down)
            to.show_text(cell)
    surface.finish()


def by_r(sheet: Sheet, file: Path) -> None:
    held = file.with_suffix(".in.csv")
    by_csv(sheet, held)
    told = "dput(d)" if file.suffix == ".R" else "print(d)"
    file.write_bytes(call("Rscript", "-e", f"options(width=200); d <- read.csv('{held}'); {told}"))
    held.unlink()


def layer(sheet: Sheet, file: Path) -> None:
    held = file.with_suffix(".in.csv")
    by_csv(sheet, held)
    call("ogr2ogr", file, held, "-a_srs", "EPSG:4326", "-oo", "X_POSSIBLE_NAMES=longitude",
         "-oo", "Y_POSSIBLE_NAMES=latitude", *(["-select", "id"] if file.suffix in (".kml", ".gml") else []),
         *(["-dsco", "GPX_USE_EXTENSIONS=YES"] if file.suffix == ".gpx" else []))  # fmt: skip
    held.unlink()


def by_plotly(sheet: Sheet, file: Path) -> None:
    from plotly import graph_objects

    x, y = (np.array([row[at] for row in sheet.rows], float) for at in (2, 1))
    kind = (
        graph_objects.Scattergeo(lon=x, lat=y)
        if "longitude" in sheet.names
        else graph_objects.Scatter(x=x, y=y)
    )
    graph_objects.Figure(kind).write_html(str(file), include_plotlyjs="cdn")


def map_by_matplotlib(metres, file: Path) -> None:
    figure, axes = _figure((6, 5))
    axes.plot(*np.vstack([ring(), ring()[:1]]).T, "-", color="0.3", linewidth=0.9)
    axes.plot(*metres.T, "o", color="crimson", markersize=5, markeredgewidth=0)
    axes.set_aspect("equal")
    axes.axis("off")
    figure.savefig(file, dpi=120)


def map_by_r(metres, file: Path) -> None:
    opened = {"pdf": "pdf('%s')", "png": "png('%s', 700, 700, type='cairo')", "svg": "svg('%s')"}[
        file.suffix[1:]
    ]
    border, dots = _given(metres, file)
    given = f"{opened % file}; b <- read.table('{border}'); d <- read.table('{dots}'); "
    drawn = "plot(b, type='l', asp=1, axes=FALSE, ann=FALSE); points(d, pch=19, col='red', cex=.8)"
    call("Rscript", "-e", given + drawn + "; dev.off()")


def map_by_gnuplot(metres, file: Path) -> None:
    border, dots = _given(metres, file)
    made = {"svg": "svg size 700,700", "png": "pngcairo size 700,700", "pdf": "pdfcairo size 6in,6in"}[
        file.suffix[1:]
    ]
    told = f"set terminal {made}; set output '{file}'; set size ratio -1; unset tics; unset border; "
    lines = f"plot '{border}' with lines lc 'gray30' notitle, "
    call("gnuplot", "-e", f"{told}{lines}'{dots}' with points pt 7 ps .7 lc 'red' notitle")


def map_by_cairo(metres, file: Path) -> None:
    import cairo

    size = 600
    made = {".pdf": cairo.PDFSurface, ".svg": cairo.SVGSurface}[file.suffix](str(file), size, size)
    to, low = cairo.Context(made), ring().min(axis=0)
    scale = 0.9 * size / np.ptp(ring(), axis=0).max()
    for at, (x, y) in enumerate(30 + (ring() - low) * scale):
        (to.line_to if at else to.move_to)(x, size - y)
    to.close_path()
    to.stroke()
    to.set_source_rgb(0.8, 0, 0)
    for x, y in 30 + (metres - low) * scale:
        to.arc(x, size - y, 3, 0, 2 * np.pi)
        to.fill()
    made.finish()


def _given(metres, file: Path) -> tuple[Path, Path]:
    """Border and dots as two files of numbers, in a folder of their own."""
    folder = file.parent / "given"
    folder.mkdir(exist_ok=True)
    for name, where in (("border", np.vstack([ring(), ring()[:1]])), ("dots", metres)):
        np.savetxt(folder / name, where, "%.2f")
    return folder / "border", folder / "dots"


TABLES = {
    "text editor": (
        (".csv", by_csv),
        (".tsv", by_csv),
        (".txt", fixed_width),
        (".html", page),
        (".tex", tex),
    ),
    "Python": ((".json", by_json), (".yaml", by_yaml), (".eml", mail), (".mbox", box_of_mail)),
    "Word": ((".docx", word),),
    "GDAL": ((".xlsx", by_ogr), (".ods", by_ogr)),
    "Jupyter": ((".ipynb", notebook),),
    "SQLite": ((".sqlite", by_sqlite), (".sql", by_sqlite)),
    "groff, Ghostscript": ((".pdf", by_groff),),
    "Chromium": ((".pdf", by_chromium),),
    "matplotlib": ((".pdf", by_matplotlib), (".svg", by_matplotlib)),
    "Cairo": ((".pdf", by_cairo),),
    "R": ((".txt", by_r), (".R", by_r)),
}
"""Writers of tables by program."""
SPELT = ("degrees", "apart", "metres", "minutes")
LAYERS = {"GDAL": (".geojson", ".kml", ".gpx", ".gml", ".gpkg", ".fgb", ".dxf", ".shp")}
MAPS = {
    "matplotlib": (map_by_matplotlib, (".png", ".svg", ".pdf", ".jpg")),
    "R": (map_by_r, (".pdf", ".png", ".svg")),
    "gnuplot": (map_by_gnuplot, (".svg", ".png", ".pdf")),
    "Cairo": (map_by_cairo, (".pdf", ".svg")),
}  # fmt: skip
NEEDS = {
    "GDAL": "ogr2ogr",
    "groff, Ghostscript": "groff",
    "Chromium": "chromium",
    "R": "Rscript",
    "gnuplot": "gnuplot",
}
"""Commands that a program is called by."""


def documents(folder: Path, lonlat, metres):
    """Write documents one by one: program, whether it holds homes, and the file."""
    spelt = sheets(lonlat[:HOMES], metres[:HOMES])
    for at, (program, homes, suffix, write, given) in enumerate(_plan(spelt, metres[:HOMES])):
        if shutil.which(NEEDS.get(program, "sh")) is None:
            continue
        own = folder / f"{at:03d}"
        own.mkdir()
        try:
            write(given, own / f"paper{suffix}")
        except ImportError as error:
            print(f"left out: {program}, {error}")
            continue
        yield program, homes, _bound(own, suffix)


def _bound(folder: Path, suffix: str) -> Path:
    """The file; a shapefile with its others in an archive."""
    if suffix != ".shp":
        return folder / f"paper{suffix}"
    return Path(shutil.make_archive(str(folder.parent / f"{folder.name}shp"), "zip", folder))


def _plan(spelt, metres):
    """Every document: program, whether it holds homes, suffix, what writes it, of what."""
    turn = 0
    for program, writers in TABLES.items():
        for suffix, write in writers:
            for _ in range(2):
                yield program, True, suffix, write, spelt[SPELT[turn % len(SPELT)]]
                turn += 1
            yield program, False, suffix, write, laboratory(np.random.default_rng(turn))
    for program, suffixes in LAYERS.items():
        for suffix in suffixes:
            yield program, True, suffix, layer, spelt["degrees"]
    for program, (write, suffixes) in MAPS.items():
        for suffix in suffixes:
            yield program, True, suffix, write, metres
    yield "plotly", True, ".html", by_plotly, spelt["degrees"]
    yield "plotly", False, ".html", by_plotly, laboratory(np.random.default_rng(99))
    for at in range(18):
        yield "matplotlib", False, (".png", ".jpg")[at % 2], _chart, (OTHERS[at % len(OTHERS)], at)


def _chart(given, file: Path) -> None:
    kind, seed = given
    file.write_bytes(figure_of(kind, np.random.default_rng(seed), file.suffix[1:], (6, 4)).data)
