"""Harvests a library with Sickle, and compares the records with those of the API."""

from collections import Counter

from sickle import Sickle
from sickle.oaiexceptions import IdDoesNotExist, NoRecordsMatch

from server import Server

MARC = "{http://www.loc.gov/MARC21/slim}"


def check(server: Server) -> None:
    """Raises an AssertionError where the harvest differs from the API."""
    client = Sickle(f"{server.address}/oai", max_retries=5, retry_status_codes=[503], default_retry_after=1)
    repository = client.Identify()
    assert repository.baseURL == f"{server.address}/oai", repository.baseURL
    assert repository.deletedRecord == "persistent"
    assert [one.metadataPrefix for one in client.ListMetadataFormats()] == ["oai_dc", "marc21"]
    books = server.books()
    prefix = "oai:127.0.0.1:"
    expected = {prefix + id: book for id, book in books.items()}

    headers = [header.identifier for header in client.ListIdentifiers(metadataPrefix="oai_dc")]
    assert sorted(headers) == sorted(expected), "ListIdentifiers"
    described = {record.header.identifier: record.metadata for record in client.ListRecords(metadataPrefix="oai_dc")}
    assert described.keys() == expected.keys(), "ListRecords"
    for id, book in expected.items():
        metadata = described[id]
        assert book["title"] in metadata["title"], (book["title"], metadata)
        assert f"{server.address}/books/{book['_id']}" in metadata["identifier"], metadata
        if book["isbn"]:
            assert f"urn:isbn:{book['isbn']}" in metadata["identifier"], metadata
    numbers = []
    for record in client.ListRecords(metadataPrefix="marc21"):
        marc = record.xml.find(f".//{MARC}record")
        numbers.append(prefix + marc.find(f"{MARC}controlfield[@tag='001']").text)
    assert sorted(numbers) == sorted(expected), "marc21"

    sets = {one.setName: one.setSpec for one in client.ListSets()}
    for category, count in Counter(book["category"] for book in books.values()).items():
        found = client.ListIdentifiers(metadataPrefix="marc21", set=sets[category])
        assert len(list(found)) == count, category

    changed_after(server, client, expected)
    try:
        client.GetRecord(identifier=prefix + "book_99999999", metadataPrefix="oai_dc")
        raise AssertionError("an unknown record was found")
    except IdDoesNotExist:
        pass
    print(f"OAI-PMH: {len(books)} records in both formats, {len(sets)} sets")


def changed_after(server: Server, client: Sickle, expected: dict[str, dict]) -> None:
    """Adds a book and deletes it, and harvests what has changed since."""
    stamps = [header.datestamp for header in client.ListIdentifiers(metadataPrefix="oai_dc")]
    form = {"title": "A harvested book", "author": "Jane Roe", "category": "Science", "copies": 1}
    added = server.call("POST", "/api/books", form)["data"]["_id"]
    identifier = "oai:127.0.0.1:" + added
    record = client.GetRecord(identifier=identifier, metadataPrefix="oai_dc")
    assert record.metadata["title"] == ["A harvested book"] and not record.deleted
    server.call("DELETE", f"/api/books/{added}")
    since = {"metadataPrefix": "oai_dc", "from": record.header.datestamp}
    changed = list(client.ListRecords(**since))
    assert [(one.header.identifier, one.deleted) for one in changed if one.header.identifier == identifier] == [
        (identifier, True)
    ]
    assert len(changed) <= 1 + sum(stamp >= record.header.datestamp for stamp in stamps), "too many changes"
    try:
        list(client.ListRecords(**{**since, "from": "2999-01-01T00:00:00Z"}))
        raise AssertionError("the future has records")
    except NoRecordsMatch:
        pass
    assert len(list(client.ListIdentifiers(metadataPrefix="oai_dc", ignore_deleted=True))) == len(expected)
