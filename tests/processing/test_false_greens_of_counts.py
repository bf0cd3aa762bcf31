# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts that were called safe: of everybody who lives there, beside a rate, or of sets that overlap."""

import json
from dataclasses import replace

import numpy as np
import pytest
from conftest import make_layer
from qgis.core import NULL, QgsProcessingException, QgsVectorLayer

from geodeid_plugin.processing_provider.clustering import protection

FORMS = ("member", "cluster", "dissolved")


def cell(column, row, size=0.1):
    x, y = -75 + column * size, 45 + row * size
    return f"POLYGON(({x} {y},{x + size} {y},{x + size} {y + size},{x} {y + size},{x} {y}))"


@pytest.fixture
def zones(run):
    """Cluster squares whose people, and people of groups, are given: each is a cluster."""

    def made(people, **groups):
        rows = [
            (cell(at % 8, at // 8), [f"A{at:02d}", number, *(values[at] for values in groups.values())])
            for at, number in enumerate(people)
        ]
        names = ["id:string", "pop:integer", *(f"{name}:integer" for name in groups)]
        given = {"AREAS": make_layer("Polygon", rows, names), "AREA_ID": "id", "POPULATION": "pop"}
        return run("clusterareas", {**given, "THRESHOLD": min(people), "OUTPUT": "memory:"})["OUTPUT"]

    return made


def listed(*groups, fields=()):
    """Records by area: each group gives the number in each area, and the values of its fields."""
    rows = [
        (None, [f"A{at:02d}", f"{name}{at}-{one}", *values])
        for name, (numbers, *values) in enumerate(groups)
        for at, number in enumerate(numbers)
        for one in range(number)
    ]
    names = ["code:string", "pid:string", *(f"{field}:string" for field in fields)]
    return make_layer("None", rows, names, crs=None, name="patients")


@pytest.fixture
def release(run, tmp_path):
    """Release records by clusters; the verdict, and the outcome of each check."""

    def released(records, clustered, form="dissolved", **more):
        path = tmp_path / "m.json"
        given = {"RECORDS": records, "RECORD_AREA": "code", "CLUSTERED": clustered, "AREA_ID": "id",
                 "FORM": form, "OUTPUT": "memory:", "METRICS": str(path)}  # fmt: skip
        verdict = run("releaseareas", {**given, **more})["VERDICT"]
        checks = json.loads(path.read_text(encoding="utf-8"))["judgement"]["checks"]
        return verdict, {one["key"]: one["outcome"] for one in checks}

    return released


PEOPLE = [12, 400, 430, 510, 470, 390, 620, 540]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("number", "verdict"), [(12, "gives_away"), (11, "gives_away"), (4, "passed"), (0, "passed")]
)
def test_twelve_patients_among_twelve_people_are_all_of_them(run, zones, release, form, number, verdict):
    records = listed([[number, 14, 16, 15, 20, 13, 18, 12]])
    found, checks = release(records, zones(PEOPLE), form, SMALL_CELL=11)
    assert found == verdict, checks
    assert (checks["membership"] == "failed") is (verdict == "gives_away")


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_share_above_every_published_limit_asks_for_care(zones, release, form):
    records, clustered = listed([[14, 14, 16, 15, 20, 13, 18, 12]]), zones([30, *PEOPLE[1:]])
    assert release(records, clustered, form)[0] == "with_care"
    assert release(listed([[0, *[14] * 7]]), clustered, form)[0] == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_all_people_of_a_value_are_patients_in_every_form(zones, release, form):
    """Counts by origin were “passed” where the same counts by rows were not judged."""
    people = [5000 + 400 * at for at in range(8)]
    clustered = zones(people, inuit=[11] * 8, others=[number - 11 for number in people])
    records = listed(([11] * 8, "inuit"), ([60 + at for at in range(8)], "others"), fields=["origin"])
    kept = {"KEEP_FIELDS": ["origin"], "RECORD_ID": "pid"}
    assert release(records, clustered, form, **kept)[0] == "not_judged"
    counted = {**kept, "CLASS_FIELD": "origin", "CLASS_POPULATIONS": "inuit=inuit;others=others"}
    verdict, checks = release(records, clustered, form, **counted)
    assert (verdict, checks["membership"]) == ("gives_away", "failed")
    assert release(listed([[60] * 8]), clustered, form)[0] == "passed"


@pytest.mark.slow
def test_no_form_is_greener_than_another_of_the_same_table(zones, release):
    """Nothing is withheld by a coin, so that all forms show the same counts."""
    source = np.random.default_rng(4)
    words = set()
    for trial in range(6):
        people = source.integers(80, 900, 8)
        clustered = zones(people.tolist(), f=(people // 2).tolist(), m=(people - people // 2).tolist())
        numbers = [(source.integers(11, 25, 8) * (source.random(8) < 0.8)).tolist() for _sex in "fm"]
        records = listed((numbers[0], "f"), (numbers[1], "m"), fields=["sex"])
        counted = {"CLASS_FIELD": "sex", "CLASS_POPULATIONS": "f=f;m=m"} if trial % 3 == 2 else {}
        more = {**counted, "KEEP_FIELDS": ["sex"]} if trial % 3 else {}
        found = {release(records, clustered, form, **more)[0] for form in FORMS}
        assert len(found) == 1, (trial, found)
        words |= found
    assert len(words) > 1


@pytest.mark.slow
def test_what_is_left_of_the_total_is_held_against_the_people_of_the_counts_that_are_withheld(
    zones, release, monkeypatch
):
    """Two counts of ten are withheld: twenty of the twenty-two who live in both are patients."""
    made = protection.read_protection  # as if two possible values were protection enough
    monkeypatch.setattr(protection, "read_protection", lambda *given: replace(made(*given), values=2))
    people = [11, 11, *PEOPLE[2:]]
    records = listed([[10, 10, 16, 15, 20, 13, 18, 12]])
    given = {"SMALL_CELL": 11, "TOTALS": "overall"}
    seeds = {seed: release(records, zones(people), SEED=seed, **given)[1]["membership"] for seed in range(5)}
    assert "failed" in seeds.values()  # unless the coin withholds a large count as well


@pytest.mark.slow
def test_visits_of_few_patients_are_no_patients_each(zones, release):
    rows = [(None, [f"A{at:02d}", f"P{at}-{one % 12}"]) for at in range(8) for one in range(60)]
    records = make_layer("None", rows, ["code:string", "pid:string"], crs=None, name="visits")
    clustered = zones([64, *PEOPLE[1:]])
    assert release(records, clustered)[1]["membership"] == "failed"
    assert release(records, clustered, RECORD_ID="pid")[1]["membership"] == "made"


@pytest.mark.slow
def test_rounded_counts_and_totals_of_zones_are_read_as_they_are_printed(zones, release, tmp_path):
    records = listed([[15, 14, 16, 15, 20, 13, 18, 25]])  # a multiple of the base, 15, stays what it is
    rounded = release(records, zones([16, *PEOPLE[1:]]), RELEASE_RULE="round", TOTALS="overall")
    assert rounded[1]["membership"] == "failed"
    records = listed(([4, *[30] * 7], "f"), ([9, *[30] * 7], "m"), fields=["sex"])
    crossed = {"KEEP_FIELDS": ["sex"], "TOTALS": "zones;overall", "OUTPUT": str(tmp_path / "zones.gpkg")}
    found = release(records, zones([13, *PEOPLE[1:]]), **crossed)[1]["membership"]
    assert found == ("made" if withheld_of(crossed["OUTPUT"], 13) else "failed")


def withheld_of(path, people):
    """Whether the total of the zone with so many people is withheld, as the coin may."""
    layer = QgsVectorLayer(path, "zones")
    (row,) = (row for row in layer.getFeatures() if row["population"] == people)
    return row["records"] in (None, NULL)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_printed_total_is_held_against_the_people_with_the_counts_that_are_shown_beside(
    zones, release, tmp_path, seed
):
    """104 of 110 people are patients; fifty of them are shown by a group, and were not counted."""
    groups = [[0, 6, 50, 17, 9], [5, 0, 7, 15, 64], [0, 1, 47, 12, 4]]
    records = listed(*((numbers, name) for numbers, name in zip(groups, "abc")), fields=["group"])
    crossed = {"KEEP_FIELDS": ["group"], "TOTALS": "zones", "OUTPUT": str(tmp_path / "zones.gpkg")}
    checks = release(records, zones([83, 45, 110, 109, 82]), SMALL_CELL=11, SEED=seed, **crossed)[1]
    assert withheld_of(crossed["OUTPUT"], 110) or checks["membership"] == "failed"


@pytest.mark.slow
def test_all_people_of_a_town_are_no_secret_where_its_total_is_known(zones, release):
    """Of 175 people 174 are patients, whichever counts of them are withheld, or rounded down."""
    groups = [[8, 49, 0], [49, 0, 9], [45, 0, 14]]
    records = listed(*((numbers, name) for numbers, name in zip(groups, "abc")), fields=["group"])
    known = {"KEEP_FIELDS": ["group"], "TOTALS": "group", "SMALL_CELL": 11}
    for seed in range(4):
        assert release(records, zones([103, 49, 23]), SEED=seed, **known)[1]["membership"] == "failed"
    for seed in range(8):
        rounded = {"RELEASE_RULE": "round", "SMALL_CELL": 11, "SEED": seed}
        assert release(listed([[37, 37]]), zones([40, 40]), **rounded)[1]["membership"] == "failed"


def dots(numbers, size=2000.0):
    rows = []
    for at, number in enumerate(numbers):
        for one in range(number):
            x, y = 500_000 + at * size + size * (one % 11 + 1) / 12, 4_500_000 + size * (one % 7 + 1) / 8
            rows.append((f"POINT({x} {y})", [f"{at}-{one}"]))
    return make_layer("Point", rows, ["pid:string"], crs="EPSG:32618", name="points")


def census(people, size=2000.0, shift=0.0):
    rows = []
    for at, number in enumerate(people):
        x, y = 500_000 + (at + shift) * size, 4_500_000 + shift * size
        ring = [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)]
        rows.append((f"POLYGON(({','.join(f'{a} {b}' for a, b in ring)}))", [number]))
    return make_layer("Polygon", rows, ["pop:integer"], crs="EPSG:32618", name="census")


def test_counts_of_a_grid_are_held_against_the_people_of_its_cells(run):
    def word(points, areas=None, **more):
        people = {"AREAS": areas, "POPULATION": "pop"} if areas is not None else {}
        given = {"POINTS": points, "SHAPE": "square", "SIZE": 2000, "OUTPUT": "memory:"}
        return run("releasegrid", {**given, **people, **more})["VERDICT"]

    points, people = dots([30, 12, 25, 40, 18, 16]), [900, 800, 1200, 1500, 1100, 700]
    assert word(points) == "not_judged"
    assert word(points, census(people)) == "passed"
    assert word(points, census([900, 12, *people[2:]])) == "gives_away"
    assert word(points, census(people, shift=0.5)) == "not_judged"  # who lives in which half?
    assert word(points, census([31 * number for number in people], shift=0.5)) == "passed"
    with pytest.raises(QgsProcessingException, match="Choose POPULATION"):
        run("releasegrid", {"POINTS": points, "AREAS": census(people), "OUTPUT": "memory:"})


ZONES = ["zone:string", "n:integer", "pop:integer"]


@pytest.fixture
def audit(run, tmp_path):
    """Audit a table of counts; the verdict, and the outcome of each check."""

    def audited(rows, names, fields=("n",), **more):
        kind = "Polygon" if rows[0][0] else "None"
        layer = make_layer(kind, rows, names, crs="EPSG:4326" if rows[0][0] else None, name="counts")
        path = tmp_path / "a.json"
        given = {"COUNTS": layer, "COUNT_FIELD": list(fields), "OUTPUT": "memory:", "METRICS": str(path)}
        result = run("auditcounts", {**given, **more})
        checks = json.loads(path.read_text(encoding="utf-8"))["judgement"]["checks"]
        return result["VERDICT"], {one["key"]: one["outcome"] for one in checks}

    return audited


@pytest.fixture(scope="module")
def published():
    """Thirty-six zones with people and counts, half of them small."""
    source = np.random.default_rng(1)
    count = np.where(source.random(36) < 0.6, source.integers(12, 60, 36), source.integers(1, 10, 36))
    return count, source.integers(3000, 9000, 36)


def table(published, *columns):
    """Rows of a table whose small counts are withheld, with further columns."""
    count, people = published
    return [
        (cell(at % 6, at // 6), [f"Z{at:02d}", int(n) if n >= 11 else None, int(people[at]),
                                 *(column[at] for column in columns)])
        for at, n in enumerate(count)
    ]  # fmt: skip


def plain(values):
    return [value.item() if hasattr(value, "item") else value for value in values]


def test_a_table_of_counts_and_people_is_passed(audit, published):
    total = {"OVERALL": int(published[0].sum())}
    assert audit(table(published), ZONES, POPULATION="pop", **total)[0] == "passed"
    verdict, checks = audit(table(published), ZONES, **total)
    assert (verdict, checks["membership"]) == ("not_judged", "not_made")


CLASSES = ["1–4", "5–10", "11–30", "31–60"]
LEAKS = {
    "the count": lambda n, people, _km2: n,
    "rate": lambda n, people, _km2: np.round(n / people * 1e5, 1),
    "rate in whole numbers": lambda n, people, _km2: np.round(n / people * 1e5),
    "percent": lambda n, people, _km2: np.round(100 * n / people, 2),
    "not ill": lambda n, people, _km2: people - n,
    "people per case": lambda n, people, _km2: np.round(people / n, 1),
    "standardised ratio": lambda n, people, _km2: np.round(n / people * people.sum() / n.sum(), 2),
    "rank": lambda n, people, _km2: np.argsort(np.argsort(-n)) + 1,
    "fifth of the rates": lambda n, people, _km2: np.ceil(5 * (np.argsort(np.argsort(n / people)) + 1) / 36),
    "score": lambda n, people, _km2: np.round((n - n.mean()) / n.std(), 2),
    "rounded to five": lambda n, people, _km2: 5 * np.round(n / 5),
    "running sum": lambda n, people, _km2: np.cumsum(n),
    "per km²": lambda n, people, km2: np.round(n / km2, 3),
    "text": lambda n, people, _km2: [f"{one:.1f} ‰ ({one:.0f}–{one + 1:.0f})" for one in 1e3 * n / people],
    "class": lambda n, people, _km2: [CLASSES[at] for at in np.searchsorted([5, 11, 31], n, side="right")],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_a_column_that_follows_the_count_gives_it_away(audit, published, name):
    """“Every withheld count keeps at least 11 possible values”, and 16 of 16 were had from the rate."""
    count, people = published
    column = plain(LEAKS[name](count.astype(float), people.astype(float), np.full(36, 87.1)))
    kind = "string" if isinstance(column[0], str) else "double"
    given = {"POPULATION": "pop", "OVERALL": int(count.sum())}
    verdict, checks = audit(table(published, column), [*ZONES, f"value:{kind}"], **given)
    assert (verdict, checks["columns"]) == ("gives_away", "failed")
    empty = [None if count[at] < 11 else value for at, value in enumerate(column)]
    assert audit(table(published, empty), [*ZONES, f"value:{kind}"], **given)[0] == "passed"


@pytest.mark.slow
def test_a_ratio_to_a_denominator_that_is_in_no_column_is_not_green(audit):
    """Anybody who knows the smooth number that was expected had 32 of 32 withheld counts."""
    source = np.random.default_rng(2)
    people, at = source.integers(3000, 9000, 80), np.arange(80)
    expected = 16 + 9 * np.sin(at / 9)
    count = source.poisson(expected * source.gamma(10, 0.1, 80))
    ratio = np.round(count / expected, 2)
    assert (np.abs(ratio * expected - count) < 0.5).all()
    given = {"POPULATION": "pop", "OVERALL": int(count.sum())}
    for column in (ratio, np.round(ratio - 1, 2), np.round(100 * ratio)):
        rows = table((count, people), plain(column))
        verdict, checks = audit(rows, [*ZONES, "value:double"], **given)
        assert (verdict, checks["columns"]) == ("not_judged", "not_made")
    honest = plain(np.round(source.normal(40_000, 9_000, 80), -2))
    assert audit(table((count, people), honest), [*ZONES, "income:double"], **given)[0] == "passed"


def test_two_columns_that_tell_the_count_together_give_it_away(audit, published):
    count, _people = published
    others = np.random.default_rng(3).integers(40, 90, 36)
    every = plain(count + others)
    names = [*ZONES, "every:integer", "others:integer"]
    given = {"POPULATION": "pop", "OVERALL": int(count.sum())}
    assert audit(table(published, every, plain(others)), names, **given)[1]["columns"] == "failed"
    men = plain(np.random.default_rng(6).integers(1, 30, 36))
    parts = [plain(np.array(every) - count - np.array(men)), men]
    rows = table(published, every, *parts)
    assert audit(rows, [*names, "men:integer"], **given)[1]["columns"] == "failed"


def test_columns_that_tell_nothing_may_stay(audit, published):
    count, _people = published
    source = np.random.default_rng(8)
    columns = {
        "code:integer": plain(3600100 + source.permutation(36)),
        "year:integer": [2024] * 36,
        "hidden:integer": plain((count < 11).astype(int)),
        "note:string": [None if n >= 11 else "withheld" for n in count],
        "income:double": plain(np.round(source.normal(40_000, 9_000, 36), -2)),
        "county:string": [f"county {at % 4}" for at in range(36)],
        "smr:double": [None if n < 11 else float(n) for n in count],
        "sign:double": [-999.0 if n < 11 else float(n) for n in count],
    }
    given = {"POPULATION": "pop", "OVERALL": int(count.sum())}
    assert audit(table(published, *columns.values()), [*ZONES, *columns], **given)[0] == "passed"


def test_a_column_of_which_too_few_rows_can_tell_is_not_judged(audit):
    rows = [(None, ["a", None, 900, 3.0]), (None, ["b", None, 800, 8.0]), (None, ["c", 40, 950, 4.0]),
            (None, ["d", 30, 990, 6.0])]  # fmt: skip
    verdict, checks = audit(rows, [*ZONES, "value:double"], POPULATION="pop", OVERALL=90, PROTECTION=5)
    assert (verdict, checks["columns"]) == ("not_judged", "not_made")


def test_the_columns_of_the_other_table_belong_to_it(run, published):
    count, _people = published
    own = make_layer("Polygon", table(published), ZONES, name="counts")
    rows = [(shape, [values[1], float(count[at])]) for at, (shape, values) in enumerate(table(published))]
    other = make_layer("Polygon", rows, ["n:integer", "also:double"], name="others")
    given = {"COUNTS": own, "COUNT_FIELD": ["n"], "POPULATION": "pop", "OUTPUT": "memory:"}
    found = run("auditcounts", {**given, "OTHER": other})
    assert found["VERDICT"] == "gives_away" and "“others” follow" in found["VERDICT_TEXT"]


@pytest.mark.parametrize("total", [2147483647, 3_000_000])
def test_a_total_that_cannot_be_is_a_slip(audit, published, total):
    with pytest.raises(QgsProcessingException, match="more than a thousand times what the table shows"):
        audit(table(published), ZONES, OVERALL=total)
    with pytest.raises(QgsProcessingException, match=r"more than the [\d\s]+ people of the zones"):
        audit(table(published), ZONES, POPULATION="pop", OVERALL=400_000)


def test_shown_counts_and_totals_are_held_against_the_people(audit):
    rows = [(None, ["a", 12, 12]), (None, ["b", 40, 900]), (None, ["c", None, 700]), (None, ["d", None, 650])]
    assert audit(rows, ZONES, POPULATION="pop", OVERALL=80)[1]["membership"] == "failed"
    small = [(None, ["a", None, 14]), (None, ["b", None, 14]), (None, ["c", 40, 900])]
    small = audit(small, ZONES, POPULATION="pop", OVERALL=66, PROTECTION=2)
    assert small[1]["membership"] == "failed"  # 26 of 28
    groups = ["zone:string", "n:integer", "m:integer", "pop:integer", "women:integer", "men:integer"]
    rows = [(None, [name, 20 + at, 11, 900 + at, 880, 11]) for at, name in enumerate("abcd")]
    one = audit(rows, groups, ("n", "m"), POPULATION="pop")
    assert (one[1]["membership"], one[1]["membership_by_group"]) == ("made", "care")
    both = audit(rows, groups, ("n", "m"), POPULATION=["women", "men"])
    assert both[1]["membership"] == "failed"
    with pytest.raises(QgsProcessingException, match="POPULATION names 3 fields, COUNT_FIELD 2"):
        audit(rows, groups, ("n", "m"), POPULATION=["women", "men", "pop"])


AGES = {"a": [220, 300, 260, 390, 240, 330, 280, 350], "b": [130, 5, 120, 150, 110, 190, 140, 160],
        "c": [450, 90, 520, 600, 430, 480, 510, 560]}  # fmt: skip
BIG = [20_150, 14_310, *(21_730 + 1_310 * at for at in range(6))]


def of_ages(letters, ages=None, fields=(), who=None):
    """A table's records: ages by letters (a under 15, b 15 to 64, c 65 and older), each by its own number."""
    rows = [
        (None, [f"A{at:02d}", who(letter, at, one) if who else f"{letter}{at}-{one}",
                *("fm"[one % 2] for _field in fields)])
        for letter in letters
        for at, number in enumerate((ages or AGES)[letter])
        for one in range(number)
    ]  # fmt: skip
    names = ["code:string", "pid:string", *(f"{field}:string" for field in fields)]
    return make_layer("None", rows, names, crs=None, name="patients")


@pytest.fixture
def office(run, release, zones, tmp_path):
    """A ledger, and releases into it by the same eight clusters."""
    files = {"LEDGER": str(tmp_path / "l.gpkg"), "KEY": str(tmp_path / "l.key")}
    run("newledger", files)
    clustered = zones(BIG)

    def released(records, form="dissolved", zoned=None, **more):
        given = {"LEDGER": files["LEDGER"], "LEDGER_KEY": files["KEY"], "PERIOD": "2024", "RECORD_ID": "pid"}
        return release(records, clustered if zoned is None else zoned, form, **{**given, **more})

    released.path = files["LEDGER"]
    return released


@pytest.mark.slow
def test_two_tables_of_groups_that_overlap_are_released_and_the_third_that_tells_five_people_is_not(office):
    assert office(of_ages("abc"))[0] == "passed"
    assert office(of_ages("ab"))[0] == "passed"
    with pytest.raises(QgsProcessingException, match=r"n A01, .*could be narrowed to 5 to 5"):
        office(of_ages("bc"))
    large = {**AGES, "b": [130, 50, *AGES["b"][2:]]}
    for year, letters in enumerate(("abc", "ab", "bc")):
        assert office(of_ages(letters, large), PERIOD="2031")[0] == "passed", year


@pytest.mark.slow
@pytest.mark.parametrize("form", ["member", "cluster"])
def test_rows_of_three_groups_are_the_same_three_tables(office, form):
    for letters in ("abc", "ab"):
        office(of_ages(letters), form)
    with pytest.raises(QgsProcessingException, match="of other records of these years"):
        office(of_ages("bc"), form)


@pytest.mark.slow
def test_counts_by_a_field_are_one_of_the_three_tables(office):
    office(of_ages("abc", fields=["sex"]), KEEP_FIELDS=["sex"])
    office(of_ages("ab"))
    with pytest.raises(QgsProcessingException, match="of other records of these years"):
        office(of_ages("bc"))


@pytest.fixture
def joined(run):
    """The same areas, of which the small A01 is in a cluster with another one."""

    def made(other):
        rows = [
            (cell(at, 0), [f"A{at:02d}", number, "both" if at in (1, other) else f"U{at}"])
            for at, number in enumerate(BIG)
        ]
        areas = make_layer("Polygon", rows, ["id:string", "pop:integer", "unit:string"])
        given = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "BOUNDARY": "unit"}
        return run("clusterareas", {**given, "THRESHOLD": 15_000, "OUTPUT": "memory:"})["OUTPUT"]

    return made


@pytest.mark.slow
def test_other_clusters_are_one_of_the_three_tables(office, joined):
    """Those of 65 and older in A01: all, less those under 65 in A00 and A01, less those in A00."""
    ages = {"a": AGES["a"], "b": [130, 150, *AGES["b"][2:]], "c": [450, 4, *AGES["c"][2:]]}
    given = {"TOTALS": "overall"}
    office(of_ages("abc", ages), **given)
    assert office(of_ages("ab", ages), zoned=joined(0), **given)[0] == "passed"
    with pytest.raises(QgsProcessingException, match=r"n A01, .*could be narrowed to 4 to 4"):
        office(of_ages("ab", ages), zoned=joined(2), **given)


@pytest.mark.slow
def test_nested_groups_and_the_rest_of_a_total_are_told_by_two(office):
    small = {**AGES, "c": [3, *AGES["c"][1:]]}
    office(of_ages("abc", small))
    with pytest.raises(QgsProcessingException, match="the difference reveals 3"):
        office(of_ages("ab", small))
    rest = {"a": AGES["a"], "b": AGES["b"], "c": [0, 0, 0, 0, 0, 0, 0, 5]}
    office(of_ages("abc", rest), PERIOD="2040")
    with pytest.raises(QgsProcessingException, match="of the ledger"):
        office(of_ages("ab", rest), PERIOD="2040")


@pytest.mark.slow
def test_years_that_are_linked_by_others_are_one_chain(office):
    """2023-2024 less 2023 is 2024, and 2024-2025 less that is 2025: no pair shares a year with all."""
    parts = {"a": AGES["a"], "b": AGES["b"], "c": [90, 60, 70, 80, 75, 66, 58, 4]}
    office(of_ages("ab", parts), PERIOD="2023-2024")
    office(of_ages("bc", parts), PERIOD="2024-2025")
    with pytest.raises(QgsProcessingException, match="of the ledger"):
        office(of_ages("a", parts), PERIOD="2023")


@pytest.mark.slow
def test_without_identifiers_a_third_set_is_not_judged(office):
    large = {**AGES, "b": [130, 50, *AGES["b"][2:]]}
    assert office(of_ages("abc", large), RECORD_ID=None)[0] == "passed"
    assert office(of_ages("abc", large))[0] == "passed"  # the same records again are no further set
    assert office(of_ages("ab", large), RECORD_ID=None)[0] == "passed"
    verdict, checks = office(of_ages("bc", large))
    assert (verdict, checks["record_sets"]) == ("not_judged", "not_made")
    assert office(of_ages("bc", large), PERIOD="2050")[0] == "passed"


@pytest.mark.slow
def test_other_records_beside_counts_that_nobody_protects_are_not_judged(office):
    for letters, word in (("abc", "passed"), ("abc", "passed"), ("ab", "not_judged")):
        assert office(of_ages(letters), SMALL_CELL=1)[0] == word


@pytest.mark.slow
def test_identifiers_of_another_register_hide_no_difference(office):
    office(of_ages("abc"))
    less = {**AGES, "c": [447, *AGES["c"][1:]]}
    with pytest.raises(QgsProcessingException, match="the difference reveals 3"):
        office(of_ages("abc", less, who=lambda letter, at, one: f"other {letter}{at}-{one}"))


@pytest.mark.slow
def test_a_patient_who_left_elsewhere_hides_none_who_came(office):
    """The lists differ by one who came to A00 and one who left A07."""
    office(of_ages("abc"))
    moved = {**AGES, "b": [131, *AGES["b"][1:-1], 159]}
    with pytest.raises(QgsProcessingException, match="of the ledger"):
        office(of_ages("abc", moved))


@pytest.mark.slow
def test_two_groups_that_overlap_may_be_alike_in_a_zone(office):
    """81 under 65 and 83 of 15 and older: the difference of two is nobody's, and was refused."""
    alike = {"a": [20] * 8, "b": [61] * 8, "c": [22] * 8}
    assert office(of_ages("ab", alike), PERIOD="2060")[0] == "passed"
    assert office(of_ages("bc", alike), PERIOD="2060")[0] == "passed"


@pytest.mark.slow
def test_several_records_of_a_patient_are_several(office):
    visits = {"a": [40] * 8, "b": [30] * 8, "c": [50] * 8}

    def patient(letter, at, one):
        return f"{letter}{at}-{one // 2}"

    for letters in ("abc", "ab", "bc"):
        assert office(of_ages(letters, visits, who=patient))[0] == "passed"


@pytest.mark.slow
def test_the_ledger_holds_no_identifier(office):
    office(
        of_ages("ab", {"a": [20] * 8, "b": [30] * 8}, who=lambda *place: "patient-{}-{}-{}".format(*place))
    )
    with open(office.path, "rb") as file:
        assert b"patient-" not in file.read()
