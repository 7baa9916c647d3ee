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
    if "version" in body and case.operation.path.startswith("/api/admin/settings/"):
        body["version"] = current_version(case) or body["version"]


def current_version(case) -> str | None:
    """The version of a section of the settings; a change must send it."""
    if not TOKEN:
        return None
    path = case.operation.path.replace("{name}", str((case.path_parameters or {}).get("name", "")))
    request = urllib.request.Request(ADDRESS + path, headers={"Authorization": f"Bearer {TOKEN}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["data"]["version"]
    except (urllib.error.URLError, ValueError):
        return None


# Rules that a schema cannot express: about two fields, the state of the library, an address or a check digit.
RULES = [
    re.compile(pattern)
    for pattern in (
        r"Passwords do not match",
        r"There is no such (item type|patron category)",
        r"Current password is incorrect",
        r"Invalid ISBN",
        r"Published year is out of range",
        r"Cover image must be an https address or a path on this site",
        r"This time zone is not known",
        r"Please enter an address such as https://.*",
        r"This host is not on the server's list of allowed hosts.*",
        r"The address must begin with https://",
        r"There is already a rule of this kind for the same people and items",
        r"There is already one of this (name|code)",
        r"(A whole number is needed here|The (amount|number) must be from .*|The value must be one of: .*)",
        r"A date looks like 2026-12-24",
        r"This date is there already",
        r"Please add at least one testimonial, or show none",
        r"Please enter the password again: .*",
        r"A user name and password need STARTTLS or TLS",
        r"Mail server must be a host name or an IP address",
        r"Address of this site must begin with .*",
        r"from must not be after to|from and to must (not be more than three years apart|lie between 1980 and 2999)",
        r"Amount .*",
        r"The due day must be today or later, within two years",
        r"The return must not be (in the future|before the (borrowing|last renewal))",
        r"The currency cannot change any more, .*|This currency has another number of decimal places; .*",
        r"This rule has no effect yet",
        r"Student ID cannot look like the id of an account .*",
        r"A time looks like .*",
    )
]
# The text of a file has its own syntax: its lines are validated one by one.
FILES = {"import_users"}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 422:
        return True
    errors = json.loads(response.content).get("errors", [])
    if case.operation.definition.raw.get("operationId") in FILES:
        return not all(error["field"] == "file" for error in errors)
    return not errors or not all(any(rule.fullmatch(error["message"]) for rule in RULES) for error in errors)


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
