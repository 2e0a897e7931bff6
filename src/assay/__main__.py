"""The ``assay`` command, also as ``python -m assay``: requests to stop are heard from the beginning."""

from __future__ import annotations

import signal


def main() -> None:
    """The command, with all that it needs imported while requests to stop are noted."""
    # Until then Ctrl-C simply ends this process: Python would tell where its imports are.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from assay.supervise.stopping import stop_requests

    with stop_requests() as requests:
        from assay import cli

        cli.main(requests)


if __name__ == "__main__":
    main()
