"""Harvests and searches a separate demo library with independent clients, and compares what they find with the API.

    run.py --binary target/release/carrel

Exit status: 0 when everything is equal.
"""

import argparse
import tempfile

import oai
import sru
from server import Server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    binary = parser.parse_args().binary
    with tempfile.TemporaryDirectory(prefix="carrel-harvest.") as folder, Server(binary, folder) as server:
        server.share()
        oai.check(server)
        sru.check(server)


if __name__ == "__main__":
    main()
