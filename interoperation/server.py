"""A demo library on a free port of the loopback interface, with its data in a folder of the caller."""

import json
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

ADMIN = {"email": "admin@library.example", "password": "Admin123!", "rememberMe": True}


class Server:
    """The server and a session of its administrator."""

    def __init__(self, binary: str, folder: str) -> None:
        self.log = Path(folder) / "server.log"
        command = [binary, "serve", f"--data-dir={folder}/library", "--demo", "--listen=127.0.0.1:0", "--log=warn"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(self.log, "wb"))
        self.address = self._address()
        self.token = None
        self.token = self.call("POST", "/api/auth/login", ADMIN)["token"]

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(rb"http://[0-9a-z.\[\]:]+", line)
            if found:
                return found.group().decode().rstrip("/").replace("localhost", "127.0.0.1")
        raise SystemExit(f"the server did not start:\n{self.log.read_text()}")

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def call(self, method: str, path: str, body: object = None) -> dict:
        """One call as the administrator."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def share(self) -> None:
        """Switches the protocols on."""
        path = "/api/admin/settings/catalogue"
        stored = self.call("GET", path)["data"]
        self.call("PUT", path, {**stored, **SHARED, "siteAddress": self.address})

    def books(self) -> dict[str, dict]:
        """All books of the catalogue by id, page by page."""
        books: dict[str, dict] = {}
        page = 1
        while True:
            answer = self.call("GET", f"/api/books?limit=100&page={page}&sort=title")
            books.update({book["_id"]: book for book in answer["data"]})
            if page >= answer["pagination"]["pages"]:
                return books
            page += 1


SHARED = {"oaiPmh": True, "sru": True}
