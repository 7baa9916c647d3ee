"""Searches a library with sruthi, and compares what it finds with the API."""

import sruthi
from sruthi.errors import SruError

from server import Server

# sruthi reads the namespaces of these versions.
VERSIONS = ["1.1", "1.2"]


def check(server: Server) -> None:
    """Raises an AssertionError where a search differs from the API."""
    books = server.books()
    numbers = sorted(books, key=lambda id: int(id.rpartition("_")[2]))
    for version in VERSIONS:
        client = sruthi.Client(f"{server.address}/sru", maximum_records=50, sru_version=version)
        explained = client.explain()
        assert str(explained["server"]["port"]) == server.address.rpartition(":")[2], explained["server"]
        assert "title" in explained["index"]["dc"], explained["index"]

        every = client.searchretrieve("cql.allRecords = 1")
        assert every.count == len(books), (version, every.count)
        assert [number(record) for record in every] == numbers, version

        some = books[numbers[len(numbers) // 2]]
        title = some["title"].replace("\\", "\\\\").replace('"', '\\"').replace("*", "").replace("?", "").replace("^", "")
        found = [number(record) for record in client.searchretrieve(f'dc.title = "{title}"')]
        assert some["_id"] in found, (title, found)
        category = [id for id in numbers if books[id]["category"] == some["category"]]
        found = [number(record) for record in client.searchretrieve(f'dc.subject = "{some["category"]}"')]
        assert set(category) <= set(found), some["category"]
        years = [id for id in numbers if (books[id]["publishedYear"] or 0) > 2000]
        found = [number(record) for record in client.searchretrieve("dc.date > 2000")]
        assert found == years, (version, len(found), len(years))
        try:
            client.searchretrieve("dc.colour = red")
            raise AssertionError("an unknown index was accepted")
        except SruError as error:
            assert "info:srw/diagnostic/1/16" in str(error) or "Unsupported index" in str(error), error
    print(f"SRU: {len(books)} records in versions {', '.join(VERSIONS)}")


def number(record: dict) -> str:
    """The number of a book, from field 001 of its MARC record."""
    fields = record["controlfield"]
    return next(field["text"] for field in fields if field["tag"] == "001")
