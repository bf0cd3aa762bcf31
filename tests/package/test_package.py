# SPDX-License-Identifier: GPL-2.0-or-later
"""The built plugin is what the public repository accepts, and the checks can fail."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.modules import nodes_of

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "geodeid_plugin"


def lint(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / "lint" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bad_package(tmp_path):
    package = tmp_path / "geodeid_plugin"
    package.mkdir()
    (package / "__init__.py").write_text("x = 1\n")
    (package / "left_over.pyc").write_bytes(b"")
    (package / "metadata.txt").write_text("[general]\nname=X\nicon=none.svg\n")
    return package


@pytest.mark.skipif(not BUILT.exists(), reason="build/ is missing: run scripts/build_plugin")
def test_the_built_plugin_is_what_the_repository_takes(tmp_path):
    """In its files; `scripts/check_package`, before each push and in CI, searches them for what is unsafe."""
    (packed,) = BUILT.parent.glob("geodeid_plugin-*.zip")
    shutil.copy(packed, tmp_path)
    with zipfile.ZipFile(packed) as plugin:
        plugin.extractall(tmp_path)
    assert lint("package_files").problems(tmp_path / "geodeid_plugin") == []


def test_a_package_without_licence_with_forbidden_files_and_poor_metadata_is_refused(bad_package):
    found = lint("package_files").problems(bad_package)
    for part in ("missing LICENSE", "left_over.pyc", "lacks description", "no licence line", "icon", "zips"):
        assert any(part in sentence for sentence in found), part


@pytest.mark.parametrize("missing", ["pypdf.LICENSE", "typing_extensions.LICENSE"])
def test_what_others_wrote_is_shipped_with_its_licence(tmp_path, missing):
    shutil.copytree(ROOT / "vendor", tmp_path / "vendor", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "vendor" / missing).unlink()
    found = lint("package_files").problems(tmp_path)
    assert [one for one in found if one.startswith("no licence of")] == [
        "no licence of " + {"pypdf.LICENSE": "pypdf"}.get(missing, "typing_extensions.py")
    ]


@pytest.mark.slow
def test_only_what_others_wrote_is_kept_from_the_scanner_of_the_public_repository(tmp_path):
    pytest.importorskip("bandit", reason="development packages are not installed")
    package = tmp_path / "geodeid_plugin"
    for folder in ("core", "vendor"):
        (package / folder).mkdir(parents=True)
        (package / folder / "one.py").write_text("import subprocess\n\nsubprocess.call('ls', shell=True)\n")
    shutil.copy(BUILT / ".bandit", package)
    scanned = subprocess.run(
        [sys.executable, "-m", "bandit", "-q", "-r", package], capture_output=True, text=True
    )
    assert scanned.returncode == 1
    assert "core/one.py" in scanned.stdout and "vendor/one.py" not in scanned.stdout


def shipped_by(tmp_path, cache):
    """What scripts/get_shipped says in a copy of the sources with a cache and no network."""
    copied = tmp_path / "scripts"
    copied.mkdir(exist_ok=True)
    for name in ("get_shipped", "shipped.txt"):
        shutil.copy(ROOT / "scripts" / name, copied)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0"}
    return subprocess.run(
        [sys.executable, copied / "get_shipped"],
        env={**os.environ, **nowhere, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
    )


def test_without_a_network_what_is_shipped_comes_from_the_cache_or_one_sentence_says_what_to_do(tmp_path):
    cache = tmp_path / "cache"
    done = shipped_by(tmp_path, cache)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "install pip" in done.stderr and str(cache) in done.stderr
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "geodeid" / "shipped"
    if not kept.exists():
        pytest.skip("what is shipped was fetched elsewhere")
    shutil.copytree(kept, cache / "geodeid" / "shipped", dirs_exist_ok=True)
    assert shipped_by(tmp_path, cache).returncode == 0
    assert (tmp_path / "vendor" / "pypdf" / "filters.py").exists()


def test_a_file_in_the_cache_that_is_not_the_listed_one_is_not_shipped(tmp_path):
    cache = tmp_path / "cache" / "geodeid" / "shipped"
    cache.mkdir(parents=True)
    listed = (ROOT / "scripts" / "shipped.txt").read_text("utf-8")
    for name, version in re.findall(r"^(\S+)==(\S+)", listed, re.MULTILINE):
        (cache / f"{name}-{version}-py3-none-any.whl").write_bytes(b"PK another")
    done = shipped_by(tmp_path, tmp_path / "cache")
    assert done.returncode == 1 and "is not the file" in done.stderr
    assert not (tmp_path / "vendor" / "pypdf").exists()


@pytest.mark.parametrize("version", [(3, 9, 18), sys.version_info[:3]])
def test_the_shipped_reader_loads_beside_another_one_and_leaves_it_alone(tmp_path, version):
    (tmp_path / "pypdf.py").write_text("generic = None\n")
    code = (
        "import sys, re, zlib, typing, dataclasses, hashlib, logging, unicodedata, secrets, datetime\n"
        "import decimal, enum, numpy, stringprep, subprocess, tempfile, uuid, xml.dom.expatbuilder\n"
        f"sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n"
        f"sys.version_info = (*{version!r}, 'final', 0)\n"
        "from geodeid_plugin.core.mapimage.vector.shipped import reader\n"
        "import pypdf\n"
        "assert pypdf.generic is None and reader().generic.NameObject('/A') == '/A'\n"
        "assert ('geodeid_vendor.typing_extensions' in sys.modules) == (sys.version_info < (3, 11))\n"
        "assert not {'cryptography', 'Crypto'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_without_its_reader_no_pdf_passes(monkeypatch):
    from geodeid_plugin.core.exposure.documents.containers.walk import open_document
    from geodeid_plugin.core.mapimage.vector import shipped

    monkeypatch.setattr(shipped, "_PLACES", ())
    shipped.reader.cache_clear()
    try:
        found = open_document("a.pdf", b"%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj")
    finally:
        shipped.reader.cache_clear()
    [trouble] = found.troubles
    assert trouble.blocks and "is missing" in str(trouble.sentence)


@pytest.mark.parametrize(
    "code",
    [
        "from PyQt5.QtCore import Qt",
        "dialog.exec_()",
        "kind = QVariant.String",
        "side = Qt.AlignLeft",
        "kind = QgsProcessing.TypeVectorPoint",
        "layout.renderContext().setFlag(layout.renderContext().FlagAntialiasing, True)",
        "parameter.setFlags(parameter.flags() | parameter.FlagAdvanced)",
        "self._parameter.FlagHidden",
        "number = QgsProcessingParameterNumber\nkind = number.Double",
        "kinds, number = QgsProcessing, 3\nkind = kinds.TypeVectorPoint",
        "from qgis.core import QgsProcessing as Kinds\nkind = Kinds.TypeVectorPoint",
    ],
)
def test_code_that_qt_6_breaks_is_found(code):
    qt6 = lint("qt6")
    pytest.importorskip("PyQt6", reason="PyQt6 is not installed", exc_type=ImportError)
    pytest.importorskip("qgis.core")
    enums = {**qt6.qt_enums(), **qt6.qgis_enums()}
    assert list(qt6.in_module(ast.parse(code), "module.py", enums))


@pytest.mark.parametrize(
    "code",
    [
        "side = Qt.AlignmentFlag.AlignLeft",
        "dialog.exec()",
        "number = QgsProcessingParameterNumber\nkind = number.Type.Double",
        "kinds, number = QgsProcessing.SourceType, 3\nkind = kinds.TypeVectorPoint",
        "from . import charts\nline = charts.Line(3)",
        "raster = driver.Create(path)",
    ],
)
def test_code_that_qt_6_accepts_is_left_alone(code):
    pytest.importorskip("PyQt6", reason="PyQt6 is not installed", exc_type=ImportError)
    pytest.importorskip("qgis.core")
    qt6 = lint("qt6")
    enums = {**qt6.qt_enums(), **qt6.qgis_enums()}
    assert not list(qt6.in_module(ast.parse(code), "module.py", enums))


def test_the_core_imports_neither_qgis_nor_anything_but_its_packages():
    allowed = {"numpy", "scipy", "shapely", "pyproj", "highspy", "numba", "PIL", "h3"}
    for path in (ROOT / "geodeid_plugin" / "core").rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module]
            else:
                continue
            for module in modules:
                top = module.split(".")[0]
                assert top in allowed or top in sys.stdlib_module_names, f"{path.name} imports {module}"


@pytest.mark.slow
@pytest.mark.parametrize("scipy", ["missing", "built for another NumPy"])
def test_the_plugin_loads_with_numpy_alone(tmp_path, scipy):
    (tmp_path / "scipy").mkdir()
    (tmp_path / "scipy" / "__init__.py").write_text("raise ValueError('numpy.dtype size changed')\n")
    gone = ("shapely", "pyproj", "jinja2", "PIL", *(["scipy"] if scipy == "missing" else []))
    code = (
        "import sys\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        f"for name in {gone}: sys.modules[name] = None\n"
        f"sys.path.insert(0, {str(BUILT.parent)!r})\n"
        "from qgis.core import QgsApplication\n"
        "app = QgsApplication([], False); app.initQgis()\n"
        "from geodeid_plugin.processing_provider.provider import GeoDeIDProvider\n"
        "provider = GeoDeIDProvider()\n"
        "QgsApplication.processingRegistry().addProvider(provider)\n"
        "able = {a.id(): a.canExecute() for a in provider.algorithms()}\n"
        "assert len(able) > 4, able\n"
        "made = [QgsApplication.processingRegistry().createAlgorithmById(one) for one in able]\n"
        "assert all(made), made\n"
        "print(able['geodeid:lpmask'])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**_environment(tmp_path)}
    )
    assert result.returncode == 0, result.stderr
    assert "(False" in result.stdout
    for system in ("Windows", "macOS", "Debian", "Flatpak"):
        assert system in result.stdout


@pytest.mark.slow
def test_the_window_s_thread_imports_scipy_first_once_an_algorithm_is_made(tmp_path):
    code = (
        "import sys, threading\n"
        f"sys.path.insert(0, {str(BUILT.parent)!r})\n"
        "from qgis.core import QgsApplication\n"
        "app = QgsApplication([], False); app.initQgis()\n"
        "from geodeid_plugin.processing_provider.provider import GeoDeIDProvider\n"
        "provider = GeoDeIDProvider()\n"
        "registry = QgsApplication.processingRegistry()\n"
        "registry.addProvider(provider)\n"
        "made = lambda: registry.createAlgorithmById('geodeid:lpmask')\n"
        "other = threading.Thread(target=made); other.start(); other.join()\n"
        "assert 'scipy' not in sys.modules\n"
        "assert made() and 'scipy.spatial' in sys.modules\n"
    )
    own = _environment(tmp_path)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=own)
    assert done.returncode == 0, done.stderr


def _environment(tmp_path):
    return {**os.environ, "QGIS_CUSTOM_CONFIG_PATH": str(tmp_path)}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """What a forge offers for download: the files of the last commit, without their history."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this copy has no history to make an archive of")
    folder = tmp_path_factory.mktemp("archive")
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-xf", "-"], cwd=folder, input=packed, check=True)
    return folder


@pytest.mark.slow
def test_the_plugin_is_built_from_an_archive_on_a_machine_without_git_or_a_locale(archive, tmp_path):
    for tool in ("awk", "bash", "cp", "dirname", "env", "mkdir", "rm", "sed", "tar", "zip"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    (tmp_path / "python3").symlink_to(Path(sys.executable).resolve())
    script = archive / "scripts" / "build_plugin"
    leftover = archive / "geodeid_plugin" / "core" / "__pycache__" / "left.cpython-311.pyc"
    leftover.parent.mkdir()
    leftover.write_bytes(b"")
    kept = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    built = subprocess.run(
        [shutil.which("bash"), script],
        env={"PATH": str(tmp_path), "XDG_CACHE_HOME": kept},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(archive / built.stdout.strip()) as plugin:
        shipped = {name for name in plugin.namelist() if not name.endswith("/")}
    wanted = {"geodeid_plugin/" + name for name in ("metadata.txt", "LICENSE", "CHANGELOG.md", ".bandit")}
    pages = {name for name in shipped if name.startswith("geodeid_plugin/guide/")}
    for page in (archive / "docs").rglob("*.md"):
        name = page.relative_to(archive / "docs").with_suffix(".html")
        html = str(name.with_name("index.html") if name.stem == "README" else name)
        assert f"geodeid_plugin/guide/{html}" in pages
    shipped -= pages
    for folder in ("geodeid_plugin", "resources", "vendor"):
        place = "" if folder == "geodeid_plugin" else "geodeid_plugin/"
        for path in (archive / folder).rglob("*.*"):
            if path.is_file() and path.name[0] != "." and path.suffix not in (".pyc", ".ts"):
                wanted.add(place + str(path.relative_to(archive)))
    assert shipped == wanted
