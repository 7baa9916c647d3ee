"""Runs schemathesis against a separate demo library, over every operation, as three callers.

    run.py --binary target/release/carrel [--cases 30000 | --seconds 75] [--seed N]

The server runs on a free port of the loopback interface, with its data in a temporary folder that is removed at the
end: the run deletes books, archives patron categories and deactivates people. Exit status: 0 without a finding.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from demo_server import ADMIN, DemoServer

HERE = Path(__file__).resolve().parent
STUDENT = {"email": "student@library.example", "password": "Student123!", "rememberMe": True}
# Wrong passwords are part of the run, so throttling must not end it.
SERVE = [
    "--sign-in-failures-per-account=1000000",
    "--sign-in-failures-per-address=1000000",
    "--registrations-per-address=1000000",
    "--webhook-hosts=127.0.0.1:9",
    # No source of book data answers, so nothing leaves the machine.
    "--book-data-hosts=127.0.0.1:9",
    "--open-library=http://127.0.0.1:9",
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    bound = parser.add_mutually_exclusive_group()
    bound.add_argument("--cases", type=int, default=30_000, help="minimum number of requests")
    bound.add_argument("--seconds", type=int, help="stop after about this time instead")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--operation", help="only this operationId")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="carrel-conformance.") as folder, DemoServer(asked.binary, folder, SERVE) as server:
        return Run(asked, server, Path(folder)).all()


class Run:
    """Rounds of schemathesis, one per caller, until the bound is reached or there is a finding."""

    def __init__(self, asked: argparse.Namespace, server: DemoServer, folder: Path) -> None:
        self.asked, self.server, self.folder = asked, server, folder
        self.began = time.monotonic()
        self.seed = asked.seed if asked.seed is not None else random.randrange(2**32)
        self.cases = 0

    def all(self) -> int:
        self.tokens = {"admin": self._token(ADMIN), "student": self._token(STUDENT), "anonymous": ""}
        self.server.call("PUT", "/api/admin/settings/kinds", self._kinds(), self.tokens["admin"])
        self.protected = [mine for caller in ("admin", "student") for mine in self._own(self.tokens[caller])]
        found = False
        rounds = 0
        while not found and (rounds == 0 or not self._is_done()):
            for caller in ("admin", "student", "anonymous"):
                found |= self._round(caller, rounds)
                if self.asked.seconds and self._is_done():
                    break
            rounds += 1
        took = time.monotonic() - self.began
        print(f"{self.cases} cases in {took:.0f} s, seed {self.seed}: {'findings above' if found else 'no finding'}")
        return 1 if found else 0

    def _is_done(self) -> bool:
        if self.asked.seconds:
            return time.monotonic() - self.began >= self.asked.seconds
        return self.cases >= self.asked.cases

    def _token(self, credentials: dict) -> str:
        return self.server.call("POST", "/api/auth/login", credentials)["token"]

    def _kinds(self) -> dict:
        """A patron category and an item type that bodies can refer to."""
        shown = self.server.call("GET", "/api/admin/settings/kinds", token=self.tokens["admin"])["data"]
        return {
            "patronCategories": [{"code": "staff", "name": "Staff"}],
            "itemTypes": [{"code": "reference", "name": "Reference"}],
            "version": shown["version"],
        }

    def _own(self, token: str) -> list[str]:
        """The ids of an account and of its session."""
        sessions = self.server.call("GET", "/api/auth/sessions", token=token)["data"]
        return [self.server.call("GET", "/api/auth/me", token=token)["data"]["_id"]] + [
            session["_id"] for session in sessions if session["isCurrent"]
        ]

    def _round(self, caller: str, number: int) -> bool:
        counter = self.folder / "cases"
        counter.write_text("0")
        environment = dict(
            os.environ,
            SCHEMATHESIS_HOOKS="hooks",
            PYTHONPATH=str(HERE),
            PYTHONDONTWRITEBYTECODE="1",
            CARREL_CASES=str(counter),
            CARREL_TOKEN=self.tokens[caller],
            CARREL_PROTECTED=" ".join(self.protected),
            CARREL_ADDRESS=self.server.address,
        )
        command = [
            str(Path(sys.executable).parent / "schemathesis"),
            f"--config-file={HERE / 'schemathesis.toml'}",
            "run",
            f"{self.server.address}/api/openapi.json",
            f"--seed={self.seed + number}",
            f"--max-examples={self._examples()}",
            "--no-color",
        ]
        # A stream of events, which needs an Accept header of its own and does not end.
        command.append("--exclude-path=/api/changes/stream")
        if self.tokens[caller]:
            command.append(f"--header=Authorization: Bearer {self.tokens[caller]}")
            # It would end the session of the run; only the anonymous round calls it.
            command.append("--exclude-path=/api/auth/logout")
        if self.asked.seconds:
            left = self.asked.seconds - (time.monotonic() - self.began)
            command.append(f"--max-time={max(1, int(left * (0.6 if caller == 'admin' else 0.5)))}")
        if self.asked.operation:
            command.append(f"--include-operation-id={self.asked.operation}")
        shown = subprocess.run(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.cases += int(counter.read_text())
        text = shown.stdout.decode(errors="replace")
        print(f"{caller}: {counter.read_text()} cases", flush=True)
        if shown.returncode != 0:
            print(text, flush=True)
            print(self.server.log.read_text()[-4000:])
        if self.tokens[caller]:
            # Without a session every call is refused, and a refusal is never a finding: check that it exists.
            self.server.call("GET", "/api/auth/me", token=self.tokens[caller])
        return shown.returncode != 0

    def _examples(self) -> int:
        return 20 if self.asked.seconds else 40


if __name__ == "__main__":
    sys.exit(main())
