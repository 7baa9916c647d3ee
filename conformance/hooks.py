"""Hooks that let schemathesis send sensible data to Carrel and keep its sessions.

The document describes the values of single fields. It cannot say that two fields must agree, or that a name must be on
a list of the library. The first part of this file generates such data where that is easy. The second part lists the
messages of those rules, so that only these refusals of schema-valid data are accepted. The third part protects the
run's own sessions.
"""

import itertools
import json
import os
import re
import threading
import urllib.error
import urllib.request

import schemathesis
from hypothesis import strategies as st

ADDRESS = os.environ["CARREL_ADDRESS"]
TOKEN = os.environ.get("CARREL_TOKEN", "")
PROTECTED = set(os.environ.get("CARREL_PROTECTED", "").split())

# Data.


def isbn13(digits: list[int]) -> str:
    body = [9, 7, 8, *digits]
    total = sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(body))
    return "".join(map(str, [*body, -total % 10]))


WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=12)
FORMATS = {
    "isbn": st.lists(st.integers(0, 9), min_size=9, max_size=9).map(isbn13),
    "new-password": st.text(min_size=3, max_size=100).map(lambda text: "Aa1" + text),
    "iana-time-zone": st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "asia/tokyo"]),
    "image-address": st.one_of(
        WORD.map(lambda word: f"https://images.example/{word}.jpg"),
        WORD.map(lambda word: f"/covers/{word}.svg"),
    ),
    # No server listens there, and the server allows no other host.
    "webhook-address": WORD.map(lambda word: f"http://127.0.0.1:9/{word}"),
    "site-address": WORD.map(lambda word: f"https://{word}.example/{word}"),
    "mail-host": st.one_of(WORD.map(lambda word: f"{word}.example"), st.just("127.0.0.1"), st.just("::1")),
}
for name, strategy in FORMATS.items():
    schemathesis.openapi.format(name, strategy)

KEYS = itertools.count(1)
# Each round of calls is a separate process.
ROUND = os.getpid()


@schemathesis.hook
def before_call(context, case, kwargs):
    protect(case)
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # The same key with another body is refused, so each key is unique, even across rounds on the same server.
    for header in [header for header in case.headers or {} if header.lower() == "idempotency-key"]:
        case.headers[header] = f"{case.headers[header][:200]}-{ROUND}-{next(KEYS)}"
    body = case.body
    if not isinstance(body, dict):
        return
    for password in ("password", "newPassword"):
        if "confirmPassword" in body and isinstance(body.get(password), str):
            body["confirmPassword"] = body[password]
    for field, code in (("itemType", "reference"), ("patronCategory", "staff")):
        if isinstance(body.get(field), str) and body[field].strip():
            body[field] = code
    if "version" in body and case.operation.path.startswith(("/api/admin/settings/", "/api/label-sheets")):
        body["version"] = current_version(case) or body["version"]


def current_version(case) -> str | None:
    """The version of a section of the settings; a change must send it."""
    if not TOKEN:
        return None
    path = case.operation.path.replace("{name}", str((case.path_parameters or {}).get("name", "")))
    request = urllib.request.Request(ADDRESS + path, headers={"Authorization": f"Bearer {TOKEN}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["data"].get("version")
    except (urllib.error.URLError, ValueError):
        return None


def matching(text: str) -> re.Pattern:
    """Matches this text; each `*` in it stands for any characters."""
    return re.compile(".*".join(map(re.escape, text.split("*"))))


# Rules that a schema cannot express: about two fields, the state of the library, an address, a check digit, or the value
# of a rule, whose form depends on its name. The operations, the field, and the messages.
BOOKS = {"add_book", "change_book"}
CARDS = {"print_library_cards", "preview_library_cards"}
BOOK_SOURCES = {"change_book_data_settings", "try_book_data_source"}
BULK_EDITS = {"preview_bulk_edit", "start_bulk_edit"}
LABELS = {"print_labels", "preview_labels"}
PROOFS = {"confirm_identity", "finish_login", "add_passkey", "confirm_authenticator"}
REPORTS = {"borrowings_report", "categories_report", "fines_report", "hours_report", "report_table"}
SETTLEMENTS = {"pay_all_fines", "record_payment", "record_waiver", "pay_charge", "waive_charge", "add_charge"}
USERS = {"add_user", "change_user"}
WEBHOOKS = {"make_webhook", "change_webhook"}
RULES = [
    (operations, matching(field), matching(message))
    for operations, field, messages in (
        ({"register", "reset_password", "set_up"}, "confirmPassword", ["Passwords do not match"]),
        ({"update_password", "update_details"}, "currentPassword", ["Current password is incorrect"]),
        ({"update_details"}, "currentPassword", ["Current password is required"]),
        ({"confirm_identity"}, "password", ["Password is incorrect", "Password is required"]),
        ({"start_bulk_edit"}, "expectedBooks", ["Please send the number of books of the preview"]),
        (PROOFS, "code", ["Enter the 6 digits of your authenticator app, or a recovery code", "Code is required"]),
        (PROOFS, "*", ["This passkey could not be read"]),
        (
            USERS,
            "staffRole",
            ["Please choose a role from the list", "An administrator has every permission and no other role"],
        ),
        # The library sets the rule of passwords, and this run changes it.
        (
            {"add_user", "register", "reset_password", "set_up", "update_password"},
            "*assword",
            [
                "Password must be at least * characters",
                "Password cannot be made of your name, *",
                "This password is too common. Please choose another one",
            ],
        ),
        ({"add_book", "change_book"}, "identifiers", ["Invalid ISBN"]),
        # A record is MARCXML.
        ({"add_book"}, "marcRecord", ["The *"]),
        ({"change_marc_record"}, "text", ["Line *: *", "Field *: *"]),
        (
            {"export_books"},
            "status",
            ["Archived books can be exported only all together", "Archived books can be filtered by one category only"],
        ),
        ({"erase_user"}, "email", ["Type the email address of the account to confirm"]),
        ({"add_role", "change_role"}, "permissions", ["Only administrators can have this permission"]),
        (
            {"audit_log", "audit_log_table", "list_merges"},
            "*",
            ["* must be an id such as *"],
        ),
        (
            {"change_security_settings"},
            "confirmAddressesFirst",
            ["Set up the mail server first: the confirmation is sent by mail"],
        ),
        (
            {"change_catalogue_settings"},
            "indexed",
            ["Search engines can only list a catalogue that visitors can search"],
        ),
        # The address is needed by `indexed` and by `oaiPmh`.
        ({"change_catalogue_settings"}, "siteAddress", ["Site address is required"]),
        # An SRU server needs more than Open Library, which is listed once.
        (
            {"change_book_data_settings"},
            "sources",
            ["Open Library must be listed once", "There cannot be more than 5 SRU servers"],
        ),
        (BOOK_SOURCES, "source*.name", ["Please enter a name for the source", "Another source has this name"]),
        (BOOK_SOURCES, "source*.version", ["The version must be one of: 1.1, 1.2, 2.0"]),
        (
            BOOK_SOURCES,
            "source*.address",
            [
                "Please enter an address such as https://catalogue.example.org/sru",
                "This host is not on the server's list of allowed hosts (book_data_hosts)",
            ],
        ),
        (
            BOOK_SOURCES,
            "source*.query",
            [
                "Please enter the query by which the source finds an ISBN",
                "The query must contain the word isbn in braces, which stands for the number",
            ],
        ),
        ({"look_up_book", "try_book_data_source"}, "isbn", ["Invalid ISBN"]),
        ({"set_open_library_cover"}, "cover", ["Please name the number of a cover"]),
        (
            {"change_book", "change_marc_record"},
            "updatedAt",
            ["updatedAt must be the updatedAt of a book, such as 2026-11-24T10:30:00Z"],
        ),
        ({"change_saved_search"}, "seenAt", ["A time looks like 2026-12-24T16:30:00Z"]),
        ({"admin_books"}, "status", ["Archived books can be filtered by one category only"]),
        # Only copies on loan are sorted by their due dates.
        ({"all_copies", "copies_table"}, "sort", ["sort must be one of: barcode, callNumber, title"]),
        # The books exist, and are other ones than the kept one.
        (
            {"preview_merge", "merge_books"},
            "*",
            [
                "A book cannot be merged with itself",
                "There is no such book",
                "Please choose one of the books that are merged",
                "updatedAt must be the updatedAt of a book, such as 2026-11-24T10:30:00Z",
            ],
        ),
        ({"add_copies"}, "count", ["Please send either a count or the copies"]),
        ({"add_copies"}, "copies.*.barcode", ["This barcode is entered twice", "Another copy has this barcode"]),
        ({"change_copy"}, "barcode", ["Another copy has this barcode"]),
        (BOOKS | BULK_EDITS | {"add_copies", "change_copy"}, "itemType", ["There is no such item type"]),
        (USERS, "patronCategory", ["There is no such patron category"]),
        (USERS, "studentId", ["Student ID cannot look like the id of an account (user_12)"]),
        (BOOKS, "isbn", ["Invalid ISBN"]),
        (BOOKS, "publishedYear", ["Year of publication is out of range"]),
        (BOOKS, "coverImage", ["Cover image must be an https address or a path on this site"]),
        ({"change_library_settings", "set_up"}, "timeZone", ["This time zone is not known"]),
        (
            {"change_library_settings"},
            "currency",
            [
                "The currency cannot change any more, because amounts have been charged in it",
                "This currency has another number of decimal places; remove the rules with amounts first",
                "This currency has another number of decimal places; wait until no book is lent",
            ],
        ),
        (
            WEBHOOKS,
            "address",
            [
                "Please enter an address such as https://hooks.example.org/carrel",
                "This host is not on the server's list of allowed hosts (webhook_hosts)",
                "The address must begin with https://",
            ],
        ),
        # A table has a number of columns, and each field at most once.
        (
            {"map_import"},
            "columns",
            [
                "The file has another number of columns",
                "Two columns have the same field",
                "Please choose the column of the title",
                "Please choose the column of the email or of the student ID",
                "Please choose the columns of the barcode, of the due date, and of the email or the student ID",
                "There is no such field",
            ],
        ),
        # What can happen to duplicates depends on the kind of the import.
        (
            {"commit_import"},
            "onDuplicate",
            ["Duplicates of this kind of file cannot be treated in this way"],
        ),
        (
            {"add_book", "change_book"},
            "coverImage",
            ["The address of an uploaded cover cannot be entered. Please upload the picture to this book"],
        ),
        ({"map_import"}, "encoding", ["There is no such encoding"]),
        # One field says which copies or people, and they must exist. The last field of a name is a barcode or a number.
        (
            LABELS,
            "copies",
            [
                "Please choose the copies to print labels for",
                "Please choose the copies in one way only",
                "There are no such copies",
                "None of these copies has a call number",
            ],
        ),
        (LABELS, "copies.*", ["There is no such copy"]),
        (LABELS, "barcodes.*", ["No copy has this barcode"]),
        (LABELS, "book", ["There is no such book"]),
        (LABELS, "import", ["There is no such import"]),
        (
            CARDS,
            "users",
            ["Please choose the people to print cards for", "Please choose the people in one way only"],
        ),
        (CARDS, "users.*", ["There is no such person"]),
        (CARDS, "class", ["There are no such people", "Please choose the people to print cards for"]),
        (LABELS | CARDS, "sheet", ["There is no such sheet", "Please choose a sheet"]),
        (LABELS | CARDS, "first", ["The sheet has fewer labels"]),
        (
            LABELS | CARDS,
            "*.*",
            [
                "This kind of barcode has no code for some of the characters",
                "This barcode is too long for the label",
                "The label is too low for this",
                "This call number is too long for the label",
            ],
        ),
        ({"change_label_sheets"}, "sheets.*.name", ["There is already one of this name"]),
        (
            {"change_label_sheets"},
            "sheets.*.code",
            ["There is no such sheet", "There is already one of this code"],
        ),
        (
            {"change_label_sheets"},
            "sheets.*",
            ["The labels are wider than the page", "The labels are higher than the page"],
        ),
        (
            {"change_rules"},
            "rules",
            [
                "There is a rule for a patron category that is on no list",
                "There is a rule for an item type that is on no list",
            ],
        ),
        (
            {"change_rules"},
            "rules.*.name",
            [
                "There is already a rule of this kind for the same people and items",
                "This rule has no effect yet",
            ],
        ),
        (
            {"change_rules"},
            "rules.*.value",
            [
                "A whole number is needed here",
                "The amount must be from * to *",
                "The number must be from * to *",
                "The value must be one of: *",
                "A date looks like 2026-12-24",
            ],
        ),
        ({"change_kinds"}, "*.name", ["There is already one of this name"]),
        ({"change_kinds"}, "*.code", ["There is already one of this code"]),
        ({"change_opening_days"}, "closures.*.date", ["This date is already in the list"]),
        ({"change_home_settings"}, "voices", ["Please add at least one testimonial, or show none"]),
        ({"change_mail"}, "port", ["Port must be 25, 465, 587 or 2525, unless the operator of this server allows *"]),
        ({"change_mail"}, "host", ["Mail server must be a host name or an IP address"]),
        (
            {"change_mail"},
            "password",
            [
                "Please enter the password again: the server or the user name has changed",
                "A user name and password need STARTTLS or TLS",
            ],
        ),
        (
            {"change_mail"},
            "siteAddress",
            ["Site address must begin with https:// or http:// and have no ? or #"],
        ),
        (
            REPORTS,
            "from",
            [
                "from must not be after to",
                "from and to must not be more than three years apart",
                "from and to must lie between 1980 and 2999",
            ],
        ),
        (
            SETTLEMENTS,
            "amount",
            [
                "Amount is too large",
                "Amount must be a whole number",
                "Amount has too many decimal places",
                "Amount cannot exceed the amount owed",
            ],
        ),
        (
            {"add_copies", "change_copy"},
            "price",
            [
                "Amount is too large",
                "Amount must be a whole number",
                "Amount has too many decimal places",
                "The price is too large",
            ],
        ),
        # The books must exist, or the filters find some; subjects are compared without upper and lower case.
        (BULK_EDITS, "changes", ["Please choose at least one field to change"]),
        (BULK_EDITS, "books", ["Please choose at least one book", "There is no such book"]),
        (BULK_EDITS, "removeSubjects", ["A subject cannot be both added and removed"]),
        (BULK_EDITS, "rename", ["Headings cannot be renamed together with other changes"]),
        # A category is shorter than a subject.
        (BULK_EDITS, "from", ["Category cannot exceed 80 characters"]),
        (
            BULK_EDITS,
            "to",
            ["Category is required", "Category cannot exceed 80 characters", "This is the present name"],
        ),
        ({"check_out"}, "dueOn", ["The due day must be today or later, within two years"]),
        (
            {"check_in"},
            "returnedAt",
            [
                "The return must not be in the future",
                "The return must not be before the borrowing",
                "The return must not be before the last renewal",
            ],
        ),
    )
    for message in messages
]
# The text of a file has its own syntax: its lines are validated one by one.
FILES = {"import_users", "receive_import", "set_cover"}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 422:
        return True
    errors = json.loads(response.content).get("errors", [])
    operation = case.operation.definition.raw.get("operationId")
    if operation in FILES:
        return not all(error["field"] in ("file", "cover") for error in errors)
    return not errors or not all(is_by_rule(operation, error) for error in errors)


def is_by_rule(operation: str, error: dict) -> bool:
    """Whether an error of an operation is one of those that no schema can prevent."""
    return any(
        operation in operations and field.fullmatch(error["field"]) and message.fullmatch(error["message"])
        for operations, field, message in RULES
    )


# The run itself.


def protect(case) -> None:
    """Keeps calls from changing the accounts and sessions of the run."""
    for name, value in (case.path_parameters or {}).items():
        if value in PROTECTED:
            case.path_parameters[name] = "0"


COUNTER = os.environ["CARREL_CASES"]
LOCK = threading.Lock()
STATE = {"cases": 0}


@schemathesis.hook
def after_call(context, case, response):
    with LOCK:
        STATE["cases"] += 1
        with open(COUNTER, "w") as file:
            file.write(str(STATE["cases"]))
