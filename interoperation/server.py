"""The demo library that the clients read."""

from demo_server import ADMIN, DemoServer


class Server(DemoServer):
    """The server and a session of its administrator."""

    def __init__(self, binary: str, folder: str) -> None:
        super().__init__(binary, folder)
        self.token = super().call("POST", "/api/auth/login", ADMIN)["token"]

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> dict:
        """One call, as the administrator unless it has another token."""
        return super().call(method, path, body, token or self.token)

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
