"""Runs on a Dask cluster: files travel, results stream back, and what a lost worker had is done by another one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ancestors import ancestor
from assay.bench.campaign import Campaign, Standing, run_campaign
from assay.bench.configurations import Configuration, Patterns
from assay.bench.results import Run, Task
from assay.bench.running.cluster import Cluster
from assay.bench.running.job import Bounds
from assay.bench.store import Store
from assay.core.errors import InputError
from clocks import PATIENCE

pytest.importorskip("distributed", reason="Dask is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster("local", 2)
    yield made
    made.close()


def workers(cluster: Cluster) -> set[int]:
    """The processes of the workers."""
    return set(cluster._client.run(os.getpid).values())


def test_files_travel_and_workers_that_are_killed_lose_nothing(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first run of one task kills the worker that does it; another one does it again."""
    monkeypatch.chdir(tmp_path)
    tasks = []
    for number in range(6):
        Path(f"{number}.smt2").write_text(f"content {number}")
        tasks.append(Task(f"{number}.smt2", f"{number}.smt2", expected=True))
    # Above the shell are what watches the run, its keeper, the slot, and the worker of the cluster.
    killer = f"{ancestor(3)}; kill -9 $p; sleep 600"
    script = f"case $1 in *3.smt2) test -e {tmp_path}/done || {{ touch {tmp_path}/done; {killer}; }};; esac; cat $1"
    configuration = Configuration(
        "x", command=("sh", "-c", script, "sh", "{file}"), patterns=Patterns("^content"), bounds=Bounds(PATIENCE)
    )
    heard: list[Run] = []
    before = workers(cluster)

    def hear(run: Run | None, standing: Standing) -> None:
        if run is not None:
            heard.append(run)

    with Store.create("x.db") as store:
        monkeypatch.setattr(cluster, "close", lambda: None)
        assert run_campaign(Campaign(tasks, [configuration], supervisor="assay"), store, cluster, hear)
        runs = list(store.runs())
        assert [run.verdict for run in runs] == ["holds"] * 6 and len(heard) == 6
        assert [store.log(run.key) for run in runs] == [f"content {number}" for number in range(6)]
    assert Path("done").exists() and workers(cluster) != before


def test_workers_may_come_later_and_a_cluster_that_ends_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had ended before is kept; Dask's own words on the lost connection are not shown."""
    from distributed import LocalCluster

    # As long is waited for a scheduler that is gone.
    monkeypatch.setattr("assay.bench.running.cluster.CONNECTING_SECONDS", 5)
    there = LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=None)
    cluster = Cluster(there.scheduler_address)
    assert (cluster.width, cluster.capacity) == (0, 1)
    there.scale(1)
    seen: list[int] = []

    def hear(run: Run | None, standing: Standing) -> None:
        seen.append(standing.width)
        if run is not None:
            there.close()

    tasks = [Task(str(number), str(tmp_path / str(number))) for number in range(4)]
    command = ("sh", "-c", "case $1 in */0) sleep 2; echo yes;; *) sleep 600;; esac", "sh", "{file}")
    configuration = Configuration("x", command=command, patterns=Patterns("^yes"), bounds=Bounds(PATIENCE))
    campaign = Campaign(tasks, [configuration], supervisor="assay")
    with Store.create(tmp_path / "x.db") as store:
        with pytest.raises(InputError, match=r"is gone \(start its scheduler and call the same command again"):
            run_campaign(campaign, store, cluster, hear)
        assert [run.task for run in store.runs()] == ["0"] and store.underway() == []
    assert 1 in seen


@pytest.mark.parametrize("answer", ["0.0.0", None])
def test_workers_with_another_assay_are_refused(
    answer: str | None, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(function: object) -> dict[str, str]:
        if answer is None:
            raise ModuleNotFoundError("No module named 'assay'")
        return {"tcp://w": answer}

    closed: list[bool] = []
    monkeypatch.setattr(cluster, "close", lambda: closed.append(True))
    monkeypatch.setattr(cluster._client, "run", told)
    with pytest.raises(InputError, match=r"has Assay 0\.0\.0" if answer else "cannot load Assay: No module"):
        cluster._refuse_other_versions()
    assert closed


def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.bench.running.cluster.CONNECTING_SECONDS", 0.2)
    with pytest.raises(InputError, match=r"no cluster answers at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")
