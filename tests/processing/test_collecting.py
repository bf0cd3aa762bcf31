# SPDX-License-Identifier: GPL-2.0-or-later
"""What nobody holds any more is destroyed in QGIS's main thread, also while an algorithm runs in another."""

import gc
import threading
import time

import pytest
from qgis.PyQt.QtCore import QCoreApplication

from geodeid_plugin.host.collecting import MainThreadCollector


@pytest.fixture
def collector(qgis_app):
    made = MainThreadCollector()
    yield made
    made.remove()


class Dialog:
    """Stands for one that was closed: it holds itself, so only a search for cycles finds it."""

    destroyed_in: list = []

    def __init__(self):
        self.myself = self

    def __del__(self):
        self.destroyed_in.append(threading.current_thread())


def run_an_algorithm(work):
    """In a thread, with the window alive."""
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        QCoreApplication.processEvents()
        time.sleep(0.01)


def allocate():
    kept = []
    for _ in range(20_000):
        kept.append([])
    return kept


def closed_dialogs():
    gc.collect()
    Dialog.destroyed_in = []
    for _ in range(50):
        Dialog()


def guarded():
    with MainThreadCollector.elsewhere():
        allocate()


def test_without_it_a_closed_dialog_is_destroyed_in_the_thread_of_the_algorithm(qgis_app):
    closed_dialogs()
    run_an_algorithm(guarded)
    assert threading.main_thread() not in Dialog.destroyed_in[:50]


def test_a_closed_dialog_is_destroyed_in_the_main_thread_alone(collector):
    closed_dialogs()
    run_an_algorithm(guarded)
    collector.look()
    assert set(Dialog.destroyed_in) == {threading.main_thread()}


def test_the_search_is_pythons_own_again_when_nothing_runs(collector):
    run_an_algorithm(guarded)
    assert not gc.isenabled()
    collector.look()
    assert gc.isenabled()


def test_it_is_not_given_back_while_a_cancelled_search_still_works(collector):
    over = threading.Event()
    beside = threading.Thread(target=over.wait, daemon=True)
    beside.start()
    run_an_algorithm(guarded)
    collector.look()
    assert not gc.isenabled()
    over.set()
    beside.join()
    collector.look()
    assert gc.isenabled()


def test_whoever_switched_the_search_off_keeps_it_so(collector):
    gc.disable()
    try:
        run_an_algorithm(guarded)
        collector.look()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_an_algorithm_in_the_main_thread_leaves_the_search_alone(collector):
    guarded()
    assert gc.isenabled()
