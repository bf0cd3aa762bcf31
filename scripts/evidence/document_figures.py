# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures of manuscripts by matplotlib: maps of known truth among charts, photographs, diagrams and areas."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np

WEST, SOUTH, UTM = 400_000, 4_700_000, "EPSG:32618"
MIDDLE = np.array([WEST + 10_000, SOUTH + 10_000])
OTHERS = (
    "scatter", "curves", "bars", "histogram", "photograph", "flow", "choropleth", "pie", "boxes", "forest",
    "survival", "matrix", "portrait",
)  # fmt: skip
"""Kinds of figures that show nobody's place."""
COLOURS = ("crimson", "navy", "black", "darkgreen", "#ff7f0e", "#1f77b4", "purple")
MARKERS = ("o", "o", "o", "s", "^", "D")
RESOLUTIONS = (72, 96, 96, 120, 150, 200)
"""Dots an inch: as Word reduces pictures, as screens have them, and finer."""


@dataclass(frozen=True)
class Drawn:
    """A figure: what it is, its bytes, their kind, and its size in pixels (of a drawing, in points)."""

    kind: str
    data: bytes
    suffix: str
    size: tuple[int, int]


def ring(seed=4, points=160, size=9_000):
    """A county's border, metres."""
    source = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, points)[:-1]
    radius = size * (
        1 + sum(source.normal(0, 0.25 / k) * np.cos(k * angle + source.random() * 6) for k in range(2, 14))
    )
    return MIDDLE + np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def patients(count=70, seed=1):
    """The true places, metres."""
    return MIDDLE + np.random.default_rng(seed).uniform(-5_500, 5_500, (count, 2))


def figures_of(number: int, maps: int, others: int, vector: bool = False) -> list[Drawn]:
    """The figures of one manuscript in the order of its pages, no two of one size."""
    source = np.random.default_rng(1000 + number)
    kinds = ["map"] * maps + [OTHERS[(number * others + at) % len(OTHERS)] for at in range(others)]
    drawn = []
    for at, kind in enumerate(source.permutation(kinds)):
        suffix = str(source.choice(["png", "png", "png", "jpg"]))
        if vector and kind not in ("photograph", "portrait") and source.random() < 0.5:
            suffix = "pdf"
        drawn.append(figure_of(str(kind), source, suffix, (5 + 0.11 * at, 4), patients(70, number + 1)))
    return drawn


def figure_of(kind, source, suffix, size_in, places=None) -> Drawn:
    """One figure as bytes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import image, pyplot

    dpi = int(source.choice(RESOLUTIONS))
    figure, axes = pyplot.subplots(figsize=size_in, dpi=dpi)
    draw(kind, source, axes, patients() if places is None else places)
    held = io.BytesIO()
    figure.savefig(held, format=suffix)
    pyplot.close(figure)
    if suffix == "pdf":
        return Drawn(kind, held.getvalue(), suffix, (round(72 * size_in[0]), round(72 * size_in[1])))
    height, width = image.imread(io.BytesIO(held.getvalue()), format=suffix).shape[:2]
    return Drawn(kind, held.getvalue(), suffix, (width, height))


def draw(kind, source, axes, places) -> None:
    """Draw one kind of figure."""
    {
        "map": _map, "scatter": _scatter, "curves": _curves, "bars": _bars, "histogram": _histogram,
        "photograph": _photograph, "flow": _flow, "choropleth": _choropleth, "pie": _pie, "boxes": _boxes,
        "forest": _forest, "survival": _survival, "matrix": _matrix, "portrait": _portrait,
    }[kind](source, axes, places)  # fmt: skip


def _map(source, axes, places):
    border = np.vstack([ring(), ring()[:1]])
    if source.random() < 0.4:
        axes.fill(*border.T, color=str(source.choice(["0.93", "#fdf5e6", "#e8f0e8"])))
    if source.random() < 0.4:
        for _ in range(6):  # roads
            along = MIDDLE + np.cumsum(source.normal(0, 900, (12, 2)), axis=0)
            axes.plot(*along.T, "-", color="0.75", linewidth=0.6)
    axes.plot(*border.T, "-", color=str(source.choice(["0.2", "0.4", "black"])), linewidth=0.9)
    axes.plot(*places.T, str(source.choice(MARKERS)), color=str(source.choice(COLOURS)),
              markersize=float(source.choice([3, 4, 5, 6])), markeredgewidth=0)  # fmt: skip
    if source.random() < 0.5:
        axes.set_title("Cases in the county, 2019–2024", fontsize=9)
    axes.set_aspect("equal")
    axes.axis("off")


def _scatter(source, axes, _places):
    axes.plot(source.normal(5, 2, 60), source.normal(5, 2, 60), "o", color=str(source.choice(COLOURS)),
              markersize=4)  # fmt: skip
    axes.set(xlabel="Distance to the clinic (km)", ylabel="Delay (days)")


def _curves(source, axes, _places):
    x = np.linspace(0, 10, int(source.integers(20, 60)))
    for step in range(3):
        axes.plot(x, np.sin(x + step + source.random()) + step, "o-", markersize=4)
    axes.set(xlabel="Week", ylabel="Cases")


def _bars(source, axes, _places):
    axes.bar(range(6), source.uniform(1, 9, 6))
    axes.set_xticks(range(6), ["0–9", "10–19", "20–39", "40–59", "60–79", "80+"])


def _histogram(source, axes, _places):
    axes.hist(source.normal(0, 1, 300), 20)


def _photograph(source, axes, _places):
    from scipy.ndimage import gaussian_filter

    noise = gaussian_filter(source.normal(0, 1, (300, 400, 3)), (4, 4, 0)) * 4
    axes.imshow(np.clip(0.5 + noise + source.normal(0, 0.08, (300, 400, 3)), 0, 1), aspect="auto")
    axes.axis("off")


def _portrait(source, axes, _places):
    """A photograph that Debian packages with matplotlib, cut and mirrored at random."""
    from matplotlib import cbook, image

    with cbook.get_sample_data("grace_hopper.jpg") as file:
        whole = np.asarray(file if isinstance(file, np.ndarray) else image.imread(file, format="jpg"))
    top, left = source.integers(0, 150, 2)
    axes.imshow(whole[top : top + 400, left : left + 360][:, :: int(source.choice([-1, 1]))], aspect="auto")
    axes.axis("off")


def _flow(source, axes, _places):
    from matplotlib.patches import Rectangle

    left = int(source.integers(300, 900))
    for at in range(5):
        axes.add_patch(Rectangle((1, 2 * at), 3, 1, fill=False))
        axes.text(1.1, 2 * at + 0.4, f"{left - 37 * (4 - at)} people", fontsize=8)
        if at:
            axes.annotate("", (2.5, 2 * at - 1), (2.5, 2 * at), arrowprops={"arrowstyle": "->"})
            axes.text(4.2, 2 * at - 0.6, f"excluded: {37} people", fontsize=7)
    axes.set(xlim=(0, 7), ylim=(-1, 11))
    axes.axis("off")


def _choropleth(source, axes, _places):
    for at in range(9):
        border = ring(int(source.integers(1, 1000)), 60, 2_600)
        border += [5_000 * (at % 3), 5_000 * (at // 3)]
        axes.fill(*border.T, color=str(0.4 + 0.5 * source.random()), edgecolor="white")
    axes.set_aspect("equal")
    axes.axis("off")


def _pie(source, axes, _places):
    axes.pie(source.uniform(1, 9, 5), labels=list("ABCDE"))


def _boxes(source, axes, _places):
    axes.boxplot([source.normal(at, 1 + at / 3, 50) for at in range(4)])
    axes.set_ylabel("Serum level (µmol/l)")


def _forest(source, axes, _places):
    middle = source.normal(0, 0.4, 9)
    axes.errorbar(middle, range(9), xerr=source.uniform(0.1, 0.5, 9), fmt="s", color="black", markersize=5)
    axes.axvline(0, color="0.5", linestyle="--")
    axes.set_yticks(range(9), [f"Study {at + 1}" for at in range(9)])


def _survival(source, axes, _places):
    for _ in range(2):
        time = np.sort(source.exponential(10, 80))
        axes.step(time, 1 - np.arange(80) / 80 * source.uniform(0.5, 0.9))
    axes.set(xlabel="Months", ylabel="Alive")


def _matrix(source, axes, _places):
    axes.imshow(source.uniform(-1, 1, (8, 8)), cmap="RdBu")


WIDE_M, MAP_PX, DPI = 20_000.0, 432, 96
"""Side of the city and of its heat map in a picture: 4.5 inches of a screen, 46.3 m a pixel."""


def heat_picture(places, kernel, classes=0, jpeg=False, names=False, pixel=None):
    """A heat map by matplotlib with its legend: colours, highest value, and where the map lies in it.

    Parameters
    ----------
    places : ndarray, shape (n, 2)
        Metres from the upper left corner.
    kernel : Kernel
        Its bandwidth in metres, where a core kernel has pixels.
    classes : int
        0 draws a ramp.
    jpeg, names : bool
        Whether it is kept as JPEG, and whether lines and names lie over it.
    pixel : float, optional
        Pixel of the raster in metres; None for that of the picture.

    Returns
    -------
    tuple
        Colours, highest value in heights of a point, and left, top and metres a pixel of the map.
    """
    from matplotlib import pyplot
    from matplotlib.colors import BoundaryNorm
    from PIL import Image

    from geodeid_plugin.core.exposure.heatmap.kernels import Kernel, surface_of

    pixel = pixel or WIDE_M / MAP_PX
    cells = round(WIDE_M / pixel)
    kernel = Kernel(kernel.shape, kernel.bandwidth_px / pixel)
    surface = surface_of(*(places / pixel).T, kernel, (cells, cells))
    figure = pyplot.figure(figsize=(7, 6), dpi=DPI)
    axes = figure.add_axes([72 / 672, 72 / 576, MAP_PX / 672, MAP_PX / 576])
    colours = pyplot.get_cmap("YlOrRd", classes or None)
    norm = BoundaryNorm(np.linspace(0, surface.max(), classes + 1), classes) if classes else None
    drawn = axes.imshow(surface, colours, norm, interpolation="nearest", extent=(0, WIDE_M, WIDE_M, 0))
    figure.colorbar(drawn, cax=figure.add_axes([0.82, 0.15, 0.03, 0.7]))
    if names:
        source = np.random.default_rng(0)
        axes.plot(*source.uniform(0, WIDE_M, (2, 12)), "k-", lw=1)
        for x, y in source.uniform(2_000, WIDE_M - 4_000, (6, 2)):
            axes.text(x, y, "Springfield")
    held = io.BytesIO()
    figure.savefig(held, format="png", dpi=DPI)
    pyplot.close(figure)
    picture = Image.open(held).convert("RGB")
    if jpeg:
        held = io.BytesIO()
        picture.save(held, "JPEG", quality=90)
        picture = Image.open(held)
    return np.asarray(picture), float(surface.max()), (72, 576 - 72 - MAP_PX, WIDE_M / MAP_PX)


def least_error_px(kernel, step):
    """Median distance, in pixels, that steps of a drawing leave a point alone: the bound of Cramér and Rao.

    Where the surface rises by more than a step a pixel, each pixel's value is known up to a uniform error of
    a step. Where it rises by less, of so many pixels only one is next to an edge between two steps, which
    tells the value up to the rise of one pixel.
    """
    half = int(np.ceil(kernel.reach_px))
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(float)
    square = x**2 + y**2
    along = 2 * x * kernel.slope(square)
    rise = 2 * np.sqrt(square) * np.abs(kernel.slope(square))
    variance = step * np.minimum(np.maximum(rise, 1e-9), step) / 12
    return float(np.sqrt(2 * np.log(2) / (along**2 / variance).sum()))
