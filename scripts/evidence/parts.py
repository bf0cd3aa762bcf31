# SPDX-License-Identifier: GPL-2.0-or-later
"""The parts of the evidence: which command makes which tables and pictures, from which data.

A script joins with a line here, :func:`tables.tell` for each table, and a mark on a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

BLOCK_GROUPS = ("us_blockgroups/blockgroups2000.gpkg",)
OTTAWA = ("canada/ottawa_postal_codes.csv.gz",)
DIVISIONS = ("canada/da2016_points_population.csv.gz", "canada/da2021_population.csv.gz")
MESHBLOCKS = ("newzealand/meshblocks2013.csv.gz",)


@dataclass(frozen=True)
class Part:
    """One command.

    Attributes
    ----------
    name : str
        Its name in the manifest.
    command : str
        Script of ``scripts`` and its arguments.
    makes : tuple of str
        Tables and pictures; no more and no fewer may come.
    data : tuple of str
        Files or folders below GEODEID_DATA that it reads.
    seeds : tuple of int
        Seeds that the script holds; empty where nothing is drawn.
    long : bool
        Whether it takes more than a minute or two.
    """

    name: str
    command: str
    makes: tuple[str, ...]
    data: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()
    long: bool = False

    def words(self, root: Path) -> list[str]:
        """The command, below a folder."""
        script, *arguments = self.command.split()
        return [str(root / script), *arguments]


WIELAND, REVISED = "scripts/evidence/wieland", "scripts/evidence/revised"
RELEASES = "scripts/evidence/releases"
ANALYSIS = "scripts/evidence/analysis"
DOCUMENTS = "scripts/evidence/documents"
SUPPRESSION = "scripts/evidence/suppression"
MACRAE, ARBUCKLE = "scripts/evidence/macrae", "scripts/evidence/arbuckle"

PARTS = (
    Part("wieland table", f"{WIELAND} table", ("wieland.counties",), BLOCK_GROUPS),
    Part("wieland new_york", f"{WIELAND} new_york", ("wieland.new_york",), BLOCK_GROUPS),
    Part("wieland curve", f"{WIELAND} curve", ("wieland.curve", "wieland_curve.svg"), BLOCK_GROUPS),
    Part("wieland rows", f"{WIELAND} rows", ("wieland.rows", "wieland_rows.svg"), BLOCK_GROUPS),
    Part("wieland census", f"{WIELAND} census", ("wieland.census",), BLOCK_GROUPS, (20081,)),
    Part("wieland known", f"{WIELAND} known", ("wieland.known",), BLOCK_GROUPS, (20081,)),
    Part("wieland zips", f"{WIELAND} zips", ("wieland.zips",), BLOCK_GROUPS),
    Part("wieland attack", f"{WIELAND} attack", ("wieland.attack",), BLOCK_GROUPS, (20081,)),
    Part("revised limits", f"{REVISED} limits", ("revised.limits",), OTTAWA, (1,)),
    Part("revised wieland", f"{REVISED} wieland", ("revised.wieland",), OTTAWA, (1,)),
    Part("revised curve", f"{REVISED} curve", ("revised.curve",), OTTAWA, (1,), long=True),
    Part(
        "revised placed",
        f"{REVISED} placed",
        ("revised.placed", "revised.placed_people"),
        (*OTTAWA, "canada/ottawa_pseudo_households.csv.gz"),
        long=True,
    ),
    *(
        Part(f"suppression {name}", f"{SUPPRESSION} {name}", (f"suppression.{name}",), (), seeds, long)
        for name, seeds, long in (
            ("tables", (0, 1, 2, 3), False),
            ("linked", (0,), False),
            ("method", (), True),
            ("known", (), True),
            ("loss", (7,), False),
            ("losses", (1000,), False),
            ("argus", (1000,), True),
        )
    ),
    Part("revised seconds", f"{REVISED} seconds", ("revised.seconds",), OTTAWA, (1,)),
    Part("revised ceiling", f"{REVISED} ceiling", ("revised.ceiling",), OTTAWA),
    Part("revised weights", f"{REVISED} weights", ("revised_weights.svg",)),
    Part("revised patients", f"{REVISED} patients", ("revised.patients",), OTTAWA, (1, 20142)),
    Part("revised attack", f"{REVISED} attack", ("revised.attack",), OTTAWA, (1, 20142), long=True),
    *(
        Part(f"macrae {name}", f"{MACRAE} {name}", (f"macrae.{name}",), MESHBLOCKS, (2012,))
        for name in ("rates", "exchanged", "safe", "fives", "families", "fits", "tails", "uniques")
    ),
    Part(
        "macrae pictures", f"{MACRAE} pictures", ("macrae_rates.svg", "macrae_fits.svg"), MESHBLOCKS, (2012,)
    ),
    Part("arbuckle crops", f"{ARBUCKLE} crops", ("arbuckle.crops",), DIVISIONS[:1], (2013,)),
    Part("arbuckle hilbert", f"{ARBUCKLE} hilbert", ("arbuckle.hilbert",), DIVISIONS),
    Part(
        "neighbours",
        "scripts/evidence/neighbours table",
        ("neighbours.shortcuts", "neighbours.ranks"),
        (*DIVISIONS, "canada/ottawa_2021.gpkg"),
    ),
    Part(
        "neighbours curve",
        "scripts/evidence/neighbours curve",
        ("neighbours.curve", "neighbours_curve.svg"),
        (*DIVISIONS, "us_zcta/zcta2010_national.csv.gz"),
    ),
    Part(
        "louisiana",
        "scripts/evidence/louisiana",
        (
            "louisiana.first_guess",
            "louisiana.said",
            "louisiana.guesses",
            "louisiana.records",
            "louisiana.mail_order",
            "louisiana.file",
            "geoproxy_guesses.svg",
        ),
        ("us_zcta", "us_providers"),
        (2013,),
    ),
    Part(
        "louisiana coding",
        "scripts/evidence/louisiana coding",
        ("louisiana.coding",),
        ("us_zcta", "us_providers"),
        (2013,),
        long=True,
    ),
    Part("releases exact", f"{RELEASES} exact", ("releases.exact",)),
    Part(
        "releases ottawa",
        f"{RELEASES} ottawa",
        ("releases.ottawa", "releases.ottawa_afresh"),
        OTTAWA,
        (1, 2),
        long=True,
    ),
    Part(
        "releases new_york",
        f"{RELEASES} new_york",
        ("releases.new_york", "releases.new_york_afresh"),
        BLOCK_GROUPS,
        (1, 2),
        long=True,
    ),
    Part(
        "releases spread",
        f"{RELEASES} spread",
        ("releases.spread",),
        (*OTTAWA, *BLOCK_GROUPS),
        (3,),
    ),
    Part("releases canada", f"{RELEASES} canada", ("releases.canada",), DIVISIONS[:1], (0,)),
    Part(
        "brownstein",
        "scripts/evidence/brownstein 50-smooth 50-snapped 50-rough 266-smooth 1 2 3",
        ("brownstein", "brownstein.edges"),
        ("boston_buildings", "reid/buildings.csv.gz"),
        (1, 2, 3),
        long=True,
    ),
    Part(
        "brownstein hand",
        "scripts/evidence/brownstein hand 50-smooth 266-smooth 1 2 3",
        ("brownstein.hand",),
        ("boston_buildings", "reid/buildings.csv.gz"),
        (1, 2, 3),
        long=True,
    ),
    Part(
        "preservation",
        "scripts/evidence/preservation 1000 7",
        ("preservation", "clusterpreservation.svg"),
        BLOCK_GROUPS,
        (2008,),
        long=True,
    ),
    Part(
        "programs",
        "scripts/evidence/programs",
        ("programs.program", "programs.form", "programs.symbol"),
        ("boston_buildings", "us_zcta/zcta_polygons.gpkg"),
        (20271123,),
        long=True,
    ),
    Part(
        "programs null",
        "scripts/evidence/programs null 200",
        ("programs.null",),
        ("boston_buildings", "us_zcta/zcta_polygons.gpkg"),
        (20271123,),
        long=True,
    ),
    Part("symbols", "scripts/evidence/symbols", ("symbols.sized",), ("us_zcta/zcta_polygons.gpkg",), (19,)),
    *(
        Part(
            f"analysis {name}", f"{ANALYSIS} {name}", (f"analysis.{name}",), BLOCK_GROUPS, (2026, 2027), long
        )
        for name, long in (
            ("slopes", False),
            ("null", True),
            ("power", True),
            ("random", True),
        )
    ),
    *(
        Part(name, f"{ANALYSIS} rates 30 {where}", (made,), BLOCK_GROUPS, (2026,), long=True)
        for name, where, made in (
            ("analysis rates", "Plymouth", "analysis.rates"),
            ("analysis rates new_york", "York", "analysis.rates_new_york"),
        )
    ),
    Part(
        "beside",
        "scripts/evidence/beside",
        ("beside.clusters", "beside.seconds", "beside.intervals"),
        ("epi_points",),
        (1997,),
        long=True,
    ),
    Part("rates", "scripts/evidence/rates", ("rates",), BLOCK_GROUPS, (15,)),
    *(
        Part(
            f"equalrisk {place}",
            f"scripts/evidence/equalrisk {place}",
            (f"equalrisk.{place}",),
            ("canada/ottawa_2021.gpkg", "canada/ottawa_pseudo_households.csv.gz"),
            (30_000, 100_000, 300_000),
            long=True,
        )
        for place in ("city", "suburb", "countryside")
    ),
    Part("equalrisk picture", "scripts/evidence/equalrisk picture", ("equal_risk.svg",)),
    Part(
        "frontier",
        "scripts/evidence/frontier 2",
        ("frontier", "frontier.svg", "frontier_k.svg"),
        seeds=(0, 1),
        long=True,
    ),
    Part("documents manuscripts", f"{DOCUMENTS} manuscripts", ("documents.manuscripts",), (), (), long=True),
    Part("documents charts", f"{DOCUMENTS} charts", ("documents.charts",), seeds=tuple(range(6)), long=True),
    Part("documents heatmaps", f"{DOCUMENTS} heatmaps", ("documents.heatmaps",), (), (0, 1, 2)),
    Part("documents pictured", f"{DOCUMENTS} pictured", ("documents.pictured",), (), (1,)),
    Part("documents positions", f"{DOCUMENTS} positions", ("documents.positions",)),
    Part("documents written", f"{DOCUMENTS} written", ("documents.written",), (), (), long=True),
    Part("documents bad", f"{DOCUMENTS} bad", ("documents.bad",)),
    Part("documents redrawn", f"{DOCUMENTS} redrawn", ("documents.redrawn",), (), (1,)),
    Part("documents draws", f"{DOCUMENTS} draws", ("documents.draws",), (), tuple(range(8))),
    Part("documents monthly", f"{DOCUMENTS} monthly", ("documents.monthly",), (), tuple(range(6))),
    Part("documents series", f"{DOCUMENTS} series", ("documents.series",), (), (0, 1, 2, 3, 4, 7)),
    Part(
        "matching",
        "scripts/evidence/matching 40 60",
        ("matching.laws", "matching.calibration"),
        seeds=(0, 10_000),
        long=True,
    ),
    Part(
        "reference",
        "scripts/evidence/reference",
        ("reference",),
        ("microdata/adult_uci_arx.csv.gz", "epi_points/ny8_leukemia_281_tracts.csv"),
        (1,),
    ),
    Part("assault", "scripts/assault 1 10000", ("assault",), seeds=(1,), long=True),
    Part("assault ledgers", "scripts/assault_ledgers 1 1000", ("ledgers",), seeds=(1,), long=True),
    Part("fuzz layers", "scripts/fuzz 3000 35", ("fuzz.layers",), seeds=(35,), long=True),
    Part("fuzz pictures", "scripts/fuzz_pictures 20000 31", ("fuzz.pictures",), seeds=(31,), long=True),
    Part(
        "fuzz documents", "scripts/fuzz_documents 20000 1124", ("fuzz.documents",), seeds=(1124,), long=True
    ),
    Part("kills", "scripts/kill_runs 150 37", ("kills",), seeds=(37,), long=True),
    Part("mutation", "scripts/evidence/mutation", ("mutation.guards",)),
    Part("assumptions", "scripts/evidence/assumptions", ("assumptions",), OTTAWA, (1, 20260)),
    Part("together", "scripts/evidence/together", ("together",), (*OTTAWA, *BLOCK_GROUPS), (0, 1, 2, 5)),
    *(
        Part(f"promise {name}", f"scripts/evidence/promise {name}", made, data, seeds, long)
        for name, made, data, seeds, long in (
            ("models", ("promise.models",), (*OTTAWA, *BLOCK_GROUPS), (1, 4, 5, 9), True),
            ("ratio", ("promise.ratio",), BLOCK_GROUPS, (1, 3, 5), False),
            ("margins", ("promise.margins",), BLOCK_GROUPS, (1, 2, 5), False),
            ("addresses", ("promise.addresses",), (), (4, 9), False),
            ("growing", ("promise.growing",), OTTAWA, (1, 5, 21), False),
            ("redraws", ("promise.redraws", "promise.redraws_cost"), BLOCK_GROUPS, (1, 17), True),
        )
    ),
    Part("honest", "scripts/evidence/honest 20", ("honest",), BLOCK_GROUPS, (1000, 1001, 1002, 1003), True),
    *(
        Part(f"formal {name}", f"scripts/evidence/formal {name}", made, seeds=seeds, long=long)
        for name, made, seeds, long in (
            ("tester", ("formal.tester", "formal.law"), (1, 2, 3), True),
            ("released", ("formal.released",), (1, 2, 3, 4), True),
            ("opendp", ("formal.opendp",), (), False),
            ("error", ("formal.error",), (7,), False),
            ("bias", ("formal.bias",), (8,), False),
            ("year", ("formal.year",), (), False),
            ("seconds", ("formal.seconds",), (1,), False),
        )
    ),
    Part(
        "populations",
        "scripts/evidence/populations",
        ("populations",),
        ("us_blockgroups", "us_zcta", "canada/ontario_public_health_units.gpkg", "canada/ottawa_2021.gpkg"),
    ),
    Part(
        "snow",
        "scripts/evidence/snow",
        ("snow", "snow.marks", "snow.png"),
        ("snow1854/snowmap_1854.png", "snow1854/snowmap_1854.wld", "snow1854/snow_deaths_bng.csv"),
    ),
)
