# SPDX-License-Identifier: GPL-2.0-or-later
"""Workers as they are: processes of this machine and a Dask cluster on 127.0.0.1, killed in the middle."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("qgis.core")
from qgis.core import QgsProcessingException, QgsSettings

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.progress import silent
from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geomask.solver.forecast import forecast
from geodeid_plugin.core.geomask.solver.tiles.tiled import Tiles, search_tiled
from geodeid_plugin.core.geomask.solver.tiles.work import Here
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.sphere import haversine_m
from geodeid_plugin.host import settings
from geodeid_plugin.host.workers import cluster, interpreter
from geodeid_plugin.host.workers.cluster import Cluster, check
from geodeid_plugin.host.workers.processes import Processes
from tests.core.geomask_reference import programme_of
from tests.refusals import refuses

COUNT = 250
"""Areas, in nine tiles or more."""


def made(count):
    random = np.random.default_rng(5)
    side = 0.2 * np.sqrt(count / 300)
    return Areas(
        np.arange(count).astype(object),
        -75 + side * random.random(count),
        45 + side * random.random(count),
        np.ceil(random.lognormal(3, 1, count)),
        np.full(count, 1e4),
    )


def programme():
    return programme_of(made(COUNT), None, 40, 0.25)


def table(workers):
    strategy = search_tiled(programme(), 1e-2, Tiles(30, workers)).strategy
    return strategy.origin, strategy.destination, strategy.probability


@pytest.fixture(scope="module")
def here():
    return table(Here())


def same_bytes(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other))


def same(one, other):
    """As good a table: this process adds with more threads than a worker, which can lead to another one."""
    return moved_m(one) == pytest.approx(moved_m(other), rel=1e-2)  # the tolerance of programme()


def moved_m(table):
    areas, (origin, destination, probability) = made(COUNT), table
    ends = (
        areas.lon_deg[origin],
        areas.lat_deg[origin],
        areas.lon_deg[destination],
        areas.lat_deg[destination],
    )
    return float((areas.population[origin] * probability * haversine_m(*ends)).sum() / areas.population.sum())


@pytest.fixture(scope="module")
def python():
    found = interpreter.interpreter()
    assert found
    return found


@pytest.mark.slow
def test_a_python_is_believed_only_after_it_ran(tmp_path, monkeypatch):
    window = tmp_path / "python3"
    window.write_text("#!/bin/sh\necho QGIS opens a window\n")
    bare = tmp_path / "python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    asleep = tmp_path / "python9"
    asleep.write_text("#!/bin/sh\nexec sleep 60\n")
    for path in (window, bare, asleep):
        path.chmod(0o755)
    monkeypatch.setattr(interpreter, "_LIMIT_MS", 500)
    assert [interpreter.answers(str(path)) for path in (window, bare, asleep)] == [False, False, False]
    assert not interpreter.answers(str(tmp_path / "nothing"))


def test_the_program_that_runs_is_no_candidate_unless_it_is_python(monkeypatch, tmp_path):
    qgis = tmp_path / "bin" / "qgis"
    qgis.parent.mkdir()
    qgis.touch()
    (tmp_path / "bin" / "python3").touch()
    monkeypatch.setattr(sys, "executable", str(qgis))
    found = interpreter.candidates()
    assert str(qgis) not in found and str(tmp_path / "bin" / "python3") in found


@pytest.mark.slow
def test_one_process_or_two_give_the_same_table_to_the_byte(python, here):
    two = table(Processes(python, 2))
    assert same_bytes(table(Processes(python, 1)), two)
    assert same(two, here)


@pytest.mark.slow
def test_processes_stay_from_one_pass_to_the_next_and_end_with_the_last(python):
    before, hands = sorted(children()), Counting(python)
    search_tiled(programme(), 1e-2, Tiles(30, hands))
    assert len(hands.seen) == 4 and len(hands.seen[0]) == len(before) + 2
    assert all(pids == hands.seen[0] for pids in hands.seen)
    assert sorted(children()) == before


class Telling(Processes):
    """Processes that do something to themselves after some results."""

    def __init__(self, python, after, what):
        super().__init__(python, 2)
        self.after, self.what, self.count_results = after, what, 0

    def solve(self, pieces, progress):
        for result in super().solve(pieces, progress):
            self.count_results += 1
            if self.count_results == self.after:
                self.what()
            yield result


class Counting(Processes):
    """Processes of whom those at work are counted after each pass."""

    def __init__(self, python):
        super().__init__(python, 2)
        self.seen = []

    def solve(self, pieces, progress):
        yield from super().solve(pieces, progress)
        self.seen.append(sorted(children()))


def children():
    path = Path(f"/proc/{os.getpid()}/task")
    return [int(pid) for task in path.iterdir() for pid in (task / "children").read_text().split()]


@pytest.mark.slow
def test_a_process_killed_in_the_middle_is_replaced(python, here):
    before = set(children())

    def kill():
        os.kill(next(pid for pid in children() if pid not in before), signal.SIGKILL)

    assert same(table(Telling(python, 1, kill)), here)
    assert set(children()) <= before


def test_processes_that_can_not_work_end_with_their_last_words(tmp_path):
    broken = tmp_path / "python3"
    broken.write_text("#!/bin/sh\necho 'no module named scipy' >&2\nexit 1\n")
    broken.chmod(0o755)
    with refuses("worker.process.ended", match="3.*no module named scipy"):
        table(Processes(str(broken), 2))


PRINTING = """
import os, threading, time
def babble():
    while True:
        print("a licence expires soon", flush=True)
        time.sleep(0.01)
os.write(1, b"Welcome to this site")
threading.Thread(target=babble, daemon=True).start()
"""
"""A ``sitecustomize`` that prints when Python starts, and goes on."""


@pytest.fixture
def talkative(python, tmp_path):
    """A Python whose every process prints."""
    (tmp_path / "sitecustomize.py").write_text(PRINTING)
    path = tmp_path / "python3"
    path.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}:$PYTHONPATH" exec {python} "$@"\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.slow
def test_what_others_print_is_no_message(talkative, here):
    end = time.monotonic() + 60

    def progress(fraction, text=""):
        if time.monotonic() > end:
            raise CancelledError()

    strategy = search_tiled(programme(), 1e-2, Tiles(30, Processes(talkative, 2)), progress).strategy
    assert same((strategy.origin, strategy.destination, strategy.probability), here)


@pytest.mark.slow
def test_a_process_that_never_answers_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr("geodeid_plugin.host.workers.processes._START_S", 0.3)
    mute = tmp_path / "python3"
    mute.write_text("#!/bin/sh\necho I will never be ready >&2\nexec sleep 600\n")
    mute.chmod(0o755)
    before = set(children())
    with refuses("worker.process.ended", match="3.*never be ready"):
        table(Processes(str(mute), 2))
    assert set(children()) <= before


@pytest.mark.slow
def test_cancel_ends_the_processes(python):
    before = set(children())

    def progress(fraction, text=""):
        if fraction > 0.1:
            raise CancelledError()

    with pytest.raises(CancelledError):
        search_tiled(programme(), 1e-2, Tiles(30, Processes(python, 2)), progress)
    assert set(children()) <= before


@pytest.mark.slow
def test_the_core_of_workers_needs_nothing_but_itself_and_is_named_by_its_contents(tmp_path, python):
    name, path = cluster.core_zip(tmp_path)
    assert cluster.core_zip(tmp_path)[0] == name
    files = cluster.core_sources()
    assert cluster.core_name([(files[0][0], files[0][1] + b"#"), *files[1:]]) != name
    assert {entry.split("/")[0] for entry in zipfile.ZipFile(path).namelist()} == {name}
    script = (
        f"import sys; sys.path = [{str(path)!r}, *[p for p in sys.path if p and 'geodeid' not in p]]; "
        f"from {name}.geomask.solver.tiles.work import facts; print(facts()['numpy']); "
        "print([m for m in sys.modules if m.startswith(('qgis', 'geodeid_plugin'))])"
    )
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.splitlines() == [np.__version__, "[]"]


def started(*arguments, environment=None):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1", **(environment or {})},
    )  # fmt: skip


KEPT_IN_MEMORY = {
    "DASK_DISTRIBUTED__WORKER__MEMORY__TARGET": "False",
    "DASK_DISTRIBUTED__WORKER__MEMORY__SPILL": "False",
}


@contextlib.contextmanager
def started_cluster(folder, workers=2, environment=None):
    """A scheduler and its workers as processes of their own."""
    pytest.importorskip("distributed")
    file = folder / "scheduler.json"
    common = ("--scheduler-file", str(file))
    processes = [started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *common)]
    try:
        wait_for(file.exists)
        for _ in range(workers):
            processes.append(
                started(
                    "dask_worker", *common, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host",
                    "127.0.0.1", "--local-directory", str(folder),
                    environment=KEPT_IN_MEMORY if environment is None else environment,
                )
            )  # fmt: skip
        from distributed import Client

        with Client(scheduler_file=str(file), set_as_default=False, timeout=30) as client:
            client.wait_for_workers(workers, timeout=60)
            address = client.scheduler.address
        yield address, processes
    finally:
        for process in processes[::-1]:
            process.kill()
            process.wait()


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


class Interrupted(Cluster):
    """A cluster to which something happens after the first result."""

    def __init__(self, address, what):
        super().__init__(address)
        self.what = what

    def solve(self, pieces, progress):
        for number, result in enumerate(super().solve(pieces, progress)):
            if number == 0 and self.what:
                self.what()
                self.what = None
            yield result


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One cluster; of the tests that use it, those that kill come last."""
    with started_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.mark.slow
def test_a_result_that_is_lost_with_its_worker_is_waited_for_again(shared, here, monkeypatch):
    future = pytest.importorskip("distributed").Future
    result, lost = future.result, iter([True])

    def once_lost(self, timeout=None):
        if next(lost, False):
            raise TimeoutError
        return result(self, timeout)

    monkeypatch.setattr(future, "result", once_lost)
    assert check(shared[0]) == []
    assert same(table(Cluster(shared[0])), here)
    assert not next(lost, False)


@pytest.mark.slow
def test_cancel_reaches_a_cluster(shared):
    def progress(fraction, text=""):
        if fraction > 0.05:
            raise CancelledError()

    with pytest.raises(CancelledError):
        search_tiled(programme(), 1e-2, Tiles(30, Cluster(shared[0])), progress)


@pytest.mark.slow
def test_a_cluster_gives_the_same_table_and_survives_a_worker(shared, here):
    address, processes = shared
    assert same(table(Interrupted(address, processes[1].kill)), here)


@pytest.mark.slow
def test_a_scheduler_that_is_gone_is_a_sentence(shared, monkeypatch):
    monkeypatch.setattr("geodeid_plugin.host.workers.cluster._LOST_S", 3.0)
    address, processes = shared

    def kill():
        for process in processes:
            process.kill()

    with refuses("cluster.work.unfinished"):
        table(Interrupted(address, kill))


@pytest.mark.slow
def test_workers_that_write_to_their_disks_are_refused(tmp_path):
    with started_cluster(tmp_path, 1, {}) as (address, _processes), refuses("cluster.workers.spill"):
        list(Cluster(address).solve([], silent))


def test_workers_of_other_versions_are_named_and_alike_ones_pass_in_silence():
    from geodeid_plugin.host.workers.cluster import differences

    here = {"python": "3.11.2", "numpy": "1.24.2", "scipy": "1.10.1", "spills": False}
    client = SimpleNamespace(geodeid_facts=(here, {"a": here, "b": {**here, "numpy": "2.1.0"}}))
    (said,) = differences(client)
    assert "numpy" in str(said) and "2.1.0" in str(said) and "1.24.2" in str(said)
    client.geodeid_facts = here, {"a": here, "b": here}
    assert differences(client) == []


@pytest.mark.slow
def test_an_address_where_nobody_answers_is_a_sentence(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("geodeid_plugin.host.workers.cluster._CONNECT", "2s")
    with refuses("cluster.scheduler.no_answer", match=r"tcp://127\.0\.0\.1:9"):
        check("tcp://127.0.0.1:9")


@pytest.mark.slow
def test_cancel_is_heard_while_a_scheduler_does_not_answer(run, grid, feedback, setting):
    pytest.importorskip("distributed")
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        setting(TILES=50, SCHEDULER=f"tcp://127.0.0.1:{mute.getsockname()[1]}")
        threading.Timer(1.0, feedback.cancel).start()
        begun = time.monotonic()
        with refuses("run.user.cancelled"):
            run("lpstrategy", asked(grid))
        assert time.monotonic() - begun < 8  # it gives up by itself after 15 s


def test_without_the_package_a_cluster_is_a_sentence(monkeypatch):
    monkeypatch.setattr("geodeid_plugin.host.workers.cluster.missing", lambda packages: packages)
    with refuses("cluster.package.missing"):
        check("tcp://127.0.0.1:9")


def many(grid):
    return grid(10, 40, population=lambda column, row: 20 + 7 * column + 3 * row)


@pytest.fixture
def setting(monkeypatch):
    """Give the function that sets what belongs to the machine."""

    def put(**values):
        for name, value in values.items():
            monkeypatch.setenv(f"GEODEID_{name}", str(value))

    return put


def asked(grid, **more):
    return {
        "AREAS": many(grid), "AREA_ID": "id", "POPULATION": "pop", "RECORDS": 40, "RISK": 0.3,
        "TOLERANCE": 1, "OUTPUT": "memory:", **more,
    }  # fmt: skip


def refusal(run, parameters):
    with pytest.raises(QgsProcessingException) as error:
        run("lpstrategy", parameters)
    return str(error.value)


@pytest.mark.slow
def test_a_strategy_in_tiles_keeps_the_bound_whoever_solves_it(run, grid, table, setting):
    tables, results = [], []
    for more in ({"TILES": 50}, {"TILES": 50, "PROCESSES": 2}, {"TILES": "", "PROCESSES": ""}):
        setting(**more)
        result = run("lpstrategy", asked(grid))
        rows = table(result["OUTPUT"])
        tables.append(sorted((row["origin"], row["destination"], row["probability"]) for row in rows))
        results.append(result)
    assert tables[0] != tables[2]
    # This process adds with more threads than a worker, which can lead to another table that is as good.
    moves = [result["EXPECTED_MOVE_M"] for result in results]
    assert moves[0] == pytest.approx(moves[1], rel=0.01)
    assert max(result["ACHIEVED_RISK"] for result in results) <= 0.3
    best = results[2]["EXPECTED_MOVE_M"] * (1 - results[2]["GAP"])
    assert results[0]["EXPECTED_MOVE_M"] >= best
    assert results[0]["EXPECTED_MOVE_M"] * (1 - results[0]["GAP"]) <= results[2]["EXPECTED_MOVE_M"]


def test_tiles_are_refused_with_nearest_destinations_and_two_kinds_of_workers(run, grid, setting):
    setting(TILES=50)
    assert "Leave the nearest destinations empty" in refusal(run, asked(grid, K=100))
    setting(PROCESSES=2, SCHEDULER="tcp://127.0.0.1:9")
    assert "not both" in refusal(run, asked(grid))


@pytest.mark.parametrize(("name", "value"), [("TILES", "49"), ("TILES", "many"), ("PROCESSES", "-1")])
def test_a_setting_that_is_no_such_number_is_refused_by_its_name(run, grid, setting, name, value):
    setting(**{"TILES": 50, name: value})
    assert f"GEODEID_{name} is {value}" in refusal(run, asked(grid))


def test_a_setting_of_the_provider_is_read_where_the_environment_says_nothing(qgis_app):
    key = "Processing/Configuration/GEODEID_TILES"
    QgsSettings().setValue(key, "75")
    try:
        assert settings.number_of(settings.TILES, 50) == 75
    finally:
        QgsSettings().remove(key)
    assert settings.number_of(settings.TILES, 50) is None


@pytest.mark.slow
def test_without_a_python_beside_qgis_it_solves_alone_and_says_so(run, grid, feedback, monkeypatch, setting):
    monkeypatch.setattr("geodeid_plugin.processing_provider.geomasking.solving.interpreter", lambda: None)
    setting(TILES=50, PROCESSES=2)
    result = run("lpstrategy", asked(grid))
    assert result["ACHIEVED_RISK"] <= 0.3
    assert any("beside QGIS" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_what_the_memory_does_not_hold_is_cut_into_tiles_or_refused(run, grid, monkeypatch):
    rooms = "geodeid_plugin.processing_provider.geomasking.solving."
    whole = forecast(made(400), Request(40, 0.3)).memory_bytes
    monkeypatch.setattr(rooms + "memory_bytes", lambda: whole - 1)
    monkeypatch.setattr(rooms + "TILE", 50)
    assert run("lpstrategy", asked(grid))["ACHIEVED_RISK"] <= 0.3
    assert "of memory would be needed" in refusal(run, asked(grid, K=400))


@pytest.mark.slow
def test_a_long_run_says_where_its_time_went(run, grid, feedback, monkeypatch, tmp_path):
    monkeypatch.setattr("geodeid_plugin.processing_provider.framework.run._TOLD_S", 0.0)
    run("lpstrategy", asked(grid, REPORT=str(tmp_path / "report.html")))
    (said,) = [line for line in feedback.textLog().splitlines() if line.startswith("Seconds: ")]
    seconds = [float(number.rstrip(".")) for number in re.findall(r"[0-9.]+", said)]
    assert len(seconds) == 7 and abs(seconds[0] - sum(seconds[1:])) < 0.4
    assert seconds[2] > 0 and seconds[3] == 0
    report = (tmp_path / "report.html").read_text("utf-8")
    assert report.count("Seconds: ") == 1


@pytest.mark.slow
def test_a_short_run_says_nothing_of_its_time(run, grid, feedback, monkeypatch, tmp_path):
    monkeypatch.setattr("geodeid_plugin.processing_provider.framework.run._TOLD_S", 1e9)
    run("lpstrategy", asked(grid, REPORT=str(tmp_path / "report.html")))
    assert "Seconds: " not in feedback.textLog()
    assert "Seconds: " not in (tmp_path / "report.html").read_text("utf-8")
