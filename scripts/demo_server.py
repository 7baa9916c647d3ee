"""A demo library on a free port of the loopback interface, for programs that test a binary from outside."""

import json
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterable
from pathlib import Path

ADMIN = {"email": "admin@library.example", "password": "Admin123!", "rememberMe": True}


class DemoServer:
    """The server, with its data and its log in a folder of the caller."""

    def __init__(self, binary: str, folder: str, options: Iterable[str] = ()) -> None:
        self.log = Path(folder) / "server.log"
        command = [binary, "serve", f"--data-dir={folder}/library", "--demo", "--listen=127.0.0.1:0", "--log=warn"]
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=open(self.log, "wb")
        )
        self.address = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(rb"http://[0-9a-z.\[\]:]+", line)
            if found:
                return found.group().decode().rstrip("/").replace("localhost", "127.0.0.1")
        raise SystemExit(f"the server did not start:\n{self.log.read_text()}")

    def __enter__(self) -> "DemoServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> dict:
        """One call with a JSON body; fails when the server refuses it."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
