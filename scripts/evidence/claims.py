# SPDX-License-Identifier: GPL-2.0-or-later
"""What the five sources claim, beside what the tables of the guide say."""

from __future__ import annotations

from dataclasses import dataclass

from tables import Table, cell


@dataclass(frozen=True)
class Claim:
    """A claim; its texts hold places ``{table | row | column}`` that are filled from the pages."""

    source: str
    claim: str
    theirs: str
    ours: str
    why: str


W, R, M = "Wieland 2008", "Revised LP 2014", "MacRae 2012"
B, E = "Brownstein 2006", "El Emam & Arbuckle 2013"
OTHER_FILES = "their file of the county: 988 block groups, ours 883; centroids with K = 100 as theirs"
ZIPS_2010 = "ZIP areas of 2010 assigned by centre; theirs of 2000"
DRAWN_PEOPLE = "their populations are not public; ours are drawn"
NOT_PUBLIC = "theirs are registers of primary health organisations, not public; ours are drawn from their boards' meshblocks"
EXCHANGED = (
    "; their second and third columns stand [exchanged](uniqueness.md#the-published-table): the registers make up all "
    "people, and the third alone is for all what it is for the registers on average, as a rate with meshblocks must be"
)

MODELS = (
    "DoB+sex+eth+meshblock", "age+sex+eth+meshblock", "DoB+sex+eth+dep", "age+sex+eth+dep", "age group+sex+eth5+dep",
    "age group+sex+eth3+dep",
)  # fmt: skip


def rates(size: str, row: str, why: str = NOT_PUBLIC) -> Claim:
    """Published rates of the six models for one size."""
    theirs, ours = (
        " / ".join(f"{{macrae.rates | {size}, {which} | {model}}}" for model in MODELS)
        for which in ("published", row)
    )
    return Claim(M, f"{size} people, six models: unique of 100 000", theirs, ours, why)


ZIP_WHYS = {
    "Franklin MA": ZIPS_2010, "Plymouth MA": ZIPS_2010, "Middlesex MA": ZIPS_2010, "New York NY": OTHER_FILES,
}  # fmt: skip


def moves(county: str, why: str) -> Claim:
    """Table 1's moves of a county at its four bounds."""
    theirs, ours = (
        " / ".join(
            f"{{wieland.counties | {county}, {ratio} | {which}}}"
            for ratio in ("0.1", "0.01", "0.001", "0.0001")
        )
        for which in ("published m", "centroids m")
    )
    return Claim(W, f"{county}, ε/s = 0.1 / 0.01 / 0.001 / 0.0001: mean move, m", theirs, ours, why)


def zip_areas(county: str, digits: int, why: str) -> Claim:
    """Table 1's risk and move of a county's ZIP areas."""
    row = f"wieland.zips | {county}, {digits}"
    theirs, ours = (
        f"{{{row} | {risk}}}, {{{row} | {move}}} m"
        for risk, move in (("published ε/s", "published m"), ("ε/s", "move m"))
    )
    return Claim(W, f"{county}, {digits}-digit ZIP areas: ε/s, mean move", theirs, ours, why)


def kept(mask: str, why: str) -> Claim:
    """Figure 4: the mean p of the likeliest cluster after a mask."""
    theirs, ours = (
        f"{{preservation | {mask} | {which}}}" for which in ("published mean p", "mean p ± standard error")
    )
    return Claim(W, f"Cluster of 1 km, {mask}: mean p (figure 4)", theirs, ours, why)


CLAIMS = (
    moves("Franklin MA", "same data but for vintage"),
    moves("Plymouth MA", "same data but for vintage"),
    moves("Middlesex MA", "same data but for vintage"),
    moves("New York NY", OTHER_FILES),
    *(zip_areas(county, digits, why) for county, why in ZIP_WHYS.items() for digits in (5, 3)),
    Claim(
        W, "New York NY, s/20 000, K = 100", "265 m",
        "{wieland.new_york | 20 000 | centroids, 100 nearest, m} m", OTHER_FILES,
    ),
    Claim(W, "New York NY, s/884", "3.3 m", "{wieland.new_york | 884 | centroids m} m", "none"),
    Claim(W, "New York NY, s/8 188", "149 m", "{wieland.new_york | 8 188 | centroids m} m", OTHER_FILES),
    Claim(
        W, "New York NY, complete randomisation", "6.4 km", "{wieland.new_york | all | centroids m} m",
        "the mean distance of two random people of the file; theirs counts s/1 696 038, so more people",
    ),
    Claim(
        W, "ZIP areas move farther than the LP at equal risk", "25–150 times, in New York: 519/3.3 and 3 866/149 m",
        "{wieland.zips | New York NY, 5 | at the published ε} and {wieland.zips | New York NY, 3 | at the published ε} times",
        OTHER_FILES,
    ),
    Claim(
        W, "Records of three areas; one neighbour takes all (figures 1 and 2)", "drawn",
        "{wieland.rows | few | destinations}, {wieland.rows | middling | destinations} and "
        "{wieland.rows | many | destinations} destinations; at most {wieland.rows | one neighbour takes | largest probability} "
        "to one neighbour", OTHER_FILES,
    ),
    Claim(
        W, "The move falls with the bound (figure 3)", "drawn, to 6.4 km",
        "{wieland.curve | 0.5 | mean move m} m at ε = 0.5, {wieland.curve | 0.01 | mean move m} m at 0.01", OTHER_FILES,
    ),
    kept("true places", "the excess of the cluster is not stated; ours is chosen to come near"),
    kept("LP, ε = 0.005", "as above"),
    kept("5-digit ZIP", "as above"),
    kept("3-digit ZIP", "not explained: the published bound, 100 over 8 188 people, is that of the same county"),
    Claim(
        W, "Wrong census counts change the bound little (SI)", "no figure at hand",
        "counts wrong by a tenth: at most {wieland.census | 10 % | 95 %} times the bound in 95 % of draws",
        "no figure to set beside; the error goes into the bound once",
    ),
    Claim(
        R, "Wieland's model on small areas, K = 10 and 30: ε", "6.79–22.4",
        "{revised.wieland | wieland, 10 | found here, within 1 %} and "
        "{revised.wieland | wieland, 30 | found here, within 1 %}",
        DRAWN_PEOPLE + ", without regard to place; theirs is 10 to 33 people to hide among, so one or two in each of the "
        "thinnest neighbourhood's codes",
    ),
    Claim(
        R, "K = 10 feasible down to", "just under 0.4", "{revised.limits | revised, 10 | found here, within 1 %}",
        DRAWN_PEOPLE + ", without regard to place",
    ),
    Claim(
        R, "K = 30 feasible down to", "0.2 or less", "{revised.limits | revised, 30 | found here, within 1 %}",
        DRAWN_PEOPLE,
    ),
    Claim(
        R, "K = 30, ε = 0.2: mean move", "1 686.3 m",
        "all codes: {revised.curve | 0.2 | all codes m} m; people placed: {revised.placed | 0.2 | all codes m} m",
        DRAWN_PEOPLE + "; the farthest of the 30 nearest real codes is {revised.ceiling | 30 | all codes alike m} m away on average, "
        "so that no strategy over them moves so far, unless the people sit in rural codes "
        "({revised.ceiling | 30 | by placed people m} m) or it is no mean",
    ),
    Claim(
        R, "Time to solve, K = 10 and K = 30", "under 4 s and 90 s",
        "{revised.seconds | 10 | here, CPU s} s and {revised.seconds | 30 | here, CPU s} s; over all codes "
        "{revised.seconds | all | here, CPU s} s",
        "a commercial solver on a machine that is not named; ours prices all codes at no more cost than the nearest, and few "
        "destinations near the smallest feasible risk are the hard case",
    ),
    Claim(
        R, "Codes of the 224 patients", "126 in the results, 161 in the introduction",
        "drawn from all people: {revised.patients | drawn from all people | codes}",
        "patients of so few codes are not drawn at random; the mean move hardly changes: {revised.patients | drawn into 126 "
        "codes | mean move m} m for 126",
    ),
    Claim(
        R, "Weight of the privacy row: min(s, n)", "figure 1", "[the same line](lp-geomasking.md#the-weight-of-the-privacy-row)",
        "none",
    ),
    rates("1 000", "here"),
    rates("5 000", "here"),
    rates("10 000", "here"),
    rates("40 909", "the register of that size", NOT_PUBLIC + EXCHANGED),
    rates("152 228", "the register of that size", NOT_PUBLIC + EXCHANGED),
    rates("241 707", "the register of that size", NOT_PUBLIC + EXCHANGED + "; the first four within 12 %"),
    rates("434 844", "here", NOT_PUBLIC + EXCHANGED + "; 10 is perhaps a misprint: 241 707 of these people had 1 700"),
    Claim(M, "Nobody is unique above 150 000 people: age group + sex + ethnicity in five or three + deprivation",
          "from 152 228 people", "in five: from {macrae.safe | age group+sex+eth5+dep | of these sizes, nobody here}; in three: "
          "from {macrae.safe | age group+sex+eth3+dep | of these sizes, nobody here}",
          "none; a whole drawn register of 152 228 people has "
          "{macrae.rates | 152 228, the register of that size | age group+sex+eth5+dep} in 100 000 with five"),
    Claim(M, "Below 20 %: age + sex + ethnicity + deprivation", "from 10 000 people",
          "from {macrae.safe | age+sex+eth+dep | by closed form}", NOT_PUBLIC),
    Claim(M, "Below 20 %: the two models of age groups", "from 1 000 people",
          "from {macrae.safe | age group+sex+eth5+dep | by closed form} and "
          "{macrae.safe | age group+sex+eth3+dep | by closed form}", "theirs is the smallest size tried"),
    Claim(M, "Below 20 %: the three models with date of birth or meshblock", "never",
          "{macrae.safe | DoB+sex+eth+meshblock | by closed form}, {macrae.safe | age+sex+eth+meshblock | by closed form}, "
          "{macrae.safe | DoB+sex+eth+dep | by closed form}", "none"),
    Claim(M, "Power law of age + sex + ethnicity + deprivation: pseudo-R²", "0.9927",
          "{macrae.fits | age+sex+eth+dep, published rates | pseudo-R²} from their rates", "none"),
    Claim(M, "… of age group + sex + ethnicity in five + deprivation", "0.9923",
          "{macrae.fits | age group+sex+eth5+dep, published rates | pseudo-R²} from their rates",
          "no choice of rows gives theirs"),
    Claim(M, "… of age group + sex + ethnicity in three + deprivation", "1.0000",
          "{macrae.fits | age group+sex+eth3+dep, published rates | pseudo-R²} from their rates", "none"),
    Claim(M, "Rates follow a power law", "pseudo-R² near 1",
          "age + sex + ethnicity + deprivation: {macrae.tails | age+sex+eth+dep | a power law?}",
          "pseudo-R² is no test; this is that of Clauset et al."),
    Claim(B, "50 dpi: mean error", "28.9 m (95 % CI 27.4–30.4)", "published method {brownstein | 50-smooth | plain here: mean m} m, attack here {brownstein | 50-smooth | attack: mean m} m", "a made city; the attack reads dots to a part of a pixel"),
    Claim(B, "50 dpi: exact address", "26 %", "published method {brownstein | 50-smooth | exact %} %, attack {brownstein | 50-smooth | exact, by the attack, %} %", "as above"),
    Claim(B, "50 dpi: within 5 / 10 / 20 buildings", "51.6 / 70.7 / 93 %", "attack {brownstein | 50-smooth | within 5 / 10 / 20 buildings %} %", "as above"),
    Claim(B, "266 dpi: exact address", "79 %", "published method {brownstein | 266-smooth | exact %} %, attack {brownstein | 266-smooth | exact, by the attack, %} %", "as above"),
    Claim(B, "50 dpi: mean distance to the edge of the building", "28.9 m", "published method {brownstein.edges | 50-smooth, published method | to the edge m} m, attack {brownstein.edges | 50-smooth, attack | to the edge m} m", "a made city; above to the centre"),
    Claim(B, "50 dpi: within 70 m", "99.8 %", "published method {brownstein.edges | 50-smooth, published method | within 70 m %} %, attack {brownstein.edges | 50-smooth, attack | within 70 m %} %", "a made city; a dot that the method misses counts as not found"),
    Claim(B, "266 dpi: farthest, most buildings nearer", "14 m, 11 buildings", "published method {brownstein.edges | 266-smooth, published method | farthest from the edge m} m and {brownstein.edges | 266-smooth, published method | most buildings nearer} buildings, attack {brownstein.edges | 266-smooth, attack | farthest from the edge m} m and {brownstein.edges | 266-smooth, attack | most buildings nearer}", "a made city, whose buildings stand 12 m apart"),
    Claim(B, "50 dpi: the density of housing has no effect on the distance", "none found", "published method: denser half {brownstein.edges | 50-smooth, published method | denser half: mean m} m, sparser {brownstein.edges | 50-smooth, published method | sparser half: mean m} m; attack {brownstein.edges | 50-smooth, attack | denser half: mean m} and {brownstein.edges | 50-smooth, attack | sparser half: mean m} m", "a made city"),
    Claim(B, "Digitising by hand against classification", "left to further work", "50 dpi, exact: classified {brownstein.hand | 50-smooth, classified | exact %} %; clicks 0.25 px off {brownstein.hand | 50-smooth, by hand, 0.25 px off | exact %} %, 0.5 px {brownstein.hand | 50-smooth, by hand, 0.5 px off | exact %} %", "no figure to set beside; clicks are drawn, not observed"),
    Claim(B, "Errors of geocoders add to those of the method", "said, no figure", "50 dpi, exact by the attack: 10 m off {brownstein.hand | 50-smooth, attack, geocoded 10 m off | exact %} %, 30 m {brownstein.hand | 50-smooth, attack, geocoded 30 m off | exact %} %", "no figure to set beside; errors are drawn, not observed"),
    Claim(B, "Published maps from which patients can be found, five journals (NEJM 2006)", "19 articles, over 19 000 addresses", "not counted again; a [recipe](../recipes/survey-of-maps.md)", "published figures may not be handed on"),
    Claim(E, "Plain longitude and latitude, 1.5 K, by haversine: the K = 2 nearest found", "94.5 %", "{neighbours.shortcuts | 2 | euclidean, found}", "another census; areas with both right: {neighbours.shortcuts | 2 | all K right}"),
    Claim(E, "… from about K = 5", "98 %", "{neighbours.shortcuts | 5 | euclidean, found}", "another census; areas with all five right: {neighbours.shortcuts | 5 | all K right}"),
    Claim(E, "Spearman correlation of plain and true distance", "0.99", "{neighbours.ranks | measured, 56 590 areas, 200 of them sampled | mean rank correlation}", "none; it says little about neighbours"),
    Claim(E, "The 50 next along a third-order Hilbert curve hold the nearest area: census areas", "figure 9-8, drawn", "{neighbours.curve | 50 | 56 590 dissemination areas}; of the K = 10 nearest {neighbours.shortcuts | 10 | hilbert, found}", "64 cells for a country"),
    Claim(E, "… postal areas", "figure 9-8, drawn", "{neighbours.curve | 50 | 33 120 ZIP areas}; 500 next: {neighbours.curve | 500 | 33 120 ZIP areas}", "64 cells for a country"),
    Claim(E, "Clusters keep more detail than cropped codes at equal risk", "shown on a map", "at 0.09: clusters {arbuckle.crops | 0.09 (classes of 12), clusters | mean move m} m with {arbuckle.crops | 0.09 (classes of 12), clusters | people withheld} withheld; seven digits {arbuckle.crops | 0.09 (classes of 12), first 7 digits | mean move m} m with {arbuckle.crops | 0.09 (classes of 12), first 7 digits | people withheld}", "a drawn registry of Ottawa"),
    Claim(E, "A record alone: one guess among m + 1 areas is right with at most 1/(m + 1)", "2 % at m = 49", "{louisiana.records | 49 | guess right}", "none"),
    Claim(E, "Geoproxies can be taken into account when the risk of a file is measured", "said, no figure", "three digits released, records traced correctly: {louisiana.file | providers as they are: traced correctly | 3 digits} with the places of treatment, {louisiana.file | dropped: traced correctly | 3 digits} without", "drawn patients"),
    Claim(E, "The provider's information is transformed further until the file is safe", "said, no figure", "three digits released: {louisiana.coding | 3 digits: codes within what cropping reaches | codes of 131 areas} codes where three digits are {louisiana.coding | 3 digits: cropped to 3 digits | codes of 131 areas}, at no more risk; nothing released, within 1/11: {louisiana.coding | 0 digits: codes within 1/11 | codes of 131 areas}", "drawn patients; no coding keeps 1/11 where three digits of the patients' codes are released"),
    Claim(E, "Provider areas tell where patients live: first guess right, nothing released", "figure 9-9, drawn", "{louisiana.first_guess | areas, by points | 0 digits} by points, {louisiana.first_guess | areas, by likelihood | 0 digits} by likelihood", "drawn patients; no such table is public"),
    Claim(E, "Four ways to count: claims, visits, providers, provider areas; first guess by points, nothing released", "figure 9-9, drawn", "{louisiana.first_guess | claims, by points | 0 digits}, {louisiana.first_guess | visits, by points | 0 digits}, {louisiana.first_guess | providers, by points | 0 digits}, {louisiana.first_guess | areas, by points | 0 digits}", "drawn patients, who repeat their usual place"),
    Claim(E, "Mail-order pharmacies mislead: first guess right, nothing released", "figure 9-9, drawn", "{louisiana.mail_order | 1 by points, mail order counted | 0 digits} with their place, {louisiana.mail_order | 1 by points, mail order left out | 0 digits} without", "drawn patients, one visit in five by mail"),
)  # fmt: skip
"""The claims, source by source."""


def claims_table(tables: dict) -> Table:
    """The page of claims as a table."""
    rows = [
        (one.source, one.claim, *(filled(text, tables) for text in (one.theirs, one.ours, one.why)))
        for one in CLAIMS
    ]
    return Table("all.claims", ("source", "claim", "their figure", "ours", "why they differ"), rows)


def filled(text: str, tables: dict) -> str:
    """A text with its places filled."""
    parts = text.split("{")
    found = [parts[0]]
    for part in parts[1:]:
        place, rest = part.split("}", 1)
        name, row, column = (word.strip() for word in place.split("|"))
        found.append((cell(tables[name], row, column) if name in tables else "not made yet") + rest)
    return "".join(found)
