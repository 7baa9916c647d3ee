import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { AuditLogEntry } from "@/api/shapes.ts";
import { anAuditEntry, someAuditEntries } from "@/test/fixtures/audit.ts";
import { aBook, aBookDetail } from "@/test/fixtures/books.ts";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

/** Serves the log, and records the queries. */
function log(entries: readonly AuditLogEntry[]) {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get(api("/admin/audit"), ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(entries.map((entry) => ({ ...entry })));
    }),
  );
  return queries;
}

async function open(path: string, person = anAdmin()) {
  signedInAs(person);
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Audit Log" });
  return { router, user: userEvent.setup({ delay: null }) };
}

async function entries(): Promise<HTMLElement[]> {
  const list = await screen.findByRole("list", { name: /Audit log entries/ });
  return within(list).getAllByRole("listitem");
}

describe("the audit log", () => {
  it("describes each action in a sentence, with the state before and after", async () => {
    log(someAuditEntries());
    await open("/admin/audit");
    const [changed, lent, waived, failed, settings] = await entries();
    expect(changed).toHaveTextContent("Jan 5, 2024 13:45");
    expect(changed).toHaveTextContent("Grace Hopper changed the account of Amara Okafor.");
    expect(changed).toHaveTextContent("DepartmentNone → became History");
    expect(changed).toHaveTextContent("Phone+4912345 → became None");
    expect(lent).toHaveTextContent("Grace Hopper lent Dune to Amara Okafor.");
    expect(lent).not.toHaveTextContent("book_1");
    expect(lent).toHaveTextContent("Due dateJan 19, 2024");
    expect(waived).toHaveTextContent("Show 5 details");
    expect(waived).toHaveTextContent("Amount$1.25");
    expect(failed).toHaveTextContent("A sign-in failed: no account has this email address.");
    expect(settings).toHaveTextContent("changed the settings: Email.");
  });

  it("has different sentences for people who act on their own account", async () => {
    const [, lent] = someAuditEntries();
    if (!lent) throw new Error("there is no loan");
    log([{ ...lent, actor: lent.user }]);
    await open("/admin/audit");
    const [own] = await entries();
    expect(own).toHaveTextContent("Amara Okafor borrowed Dune.");
  });

  it("begins each sentence with a capital, except with a name that begins otherwise", async () => {
    const [changed] = someAuditEntries();
    if (!changed?.actor) throw new Error("there is no change by a person");
    log([
      { ...changed, actor: { ...changed.actor, name: null } },
      { ...changed, _id: "audit_99", actor: { ...changed.actor, name: "de Vries" } },
    ]);
    await open("/admin/audit");
    const [erased, named] = await entries();
    expect(erased).toHaveTextContent("An erased account changed the account of");
    expect(named).toHaveTextContent("de Vries changed the account of");
  });

  it("does not search for a reversed range of days, and shows a message", async () => {
    const queries = log(someAuditEntries());
    const { user } = await open("/admin/audit?from=2024-02-01&to=2024-01-01");
    const to = await screen.findByLabelText("To");
    expect(to).toHaveAccessibleDescription(/^This day is before From\./);
    expect(screen.queryByRole("list", { name: /Audit log entries/ })).toBeNull();
    expect(queries).toEqual([]);
    await user.clear(to);
    expect(await entries()).not.toEqual([]);
    expect(queries).toMatchObject([{ from: "2024-02-01" }]);
    expect(to).not.toBeInvalid();
  });

  it("names roles, permissions and kinds of second steps", async () => {
    log([
      anAuditEntry({
        action: "role.changed",
        subject: "role.evening-desk",
        user: null,
        before: { name: "Evening desk", permissions: ["check_out"] },
        after: { name: "Late desk", permissions: ["check_out", "read_audit"] },
      }),
      anAuditEntry({
        _id: "audit_entry_2",
        before: { role: "student" },
        after: { role: "librarian" },
      }),
      anAuditEntry({
        _id: "audit_entry_3",
        action: "user.second_factor_added",
        before: null,
        after: { secondFactor: "passkey", name: "My phone" },
      }),
    ]);
    await open("/admin/audit");
    const [role, person, factor] = await entries();
    expect(role).toHaveTextContent("Grace Hopper changed the role Late desk.");
    expect(role).toHaveTextContent("Permissions, addedSee the audit log");
    await waitFor(() => expect(person).toHaveTextContent("RoleStudent → became Librarian"));
    expect(factor).toHaveTextContent("added the passkey “My phone” as a second sign-in step.");
  });

  it("filters by a person and a book, each found by a part of the name", async () => {
    const queries = log([]);
    const searched: string[] = [];
    server.use(
      http.get(api("/admin/users"), ({ request }) => {
        searched.push(new URL(request.url).searchParams.get("search") ?? "");
        return page([{ ...aPerson({ _id: "user_7", name: "Ada Lovelace" }) }]);
      }),
      http.get(api("/admin/users/user_7"), () =>
        answer({ ...aPerson({ _id: "user_7", name: "Ada Lovelace" }) }),
      ),
      http.get(api("/books"), () => page([{ ...aBook({ _id: "book_9", title: "Dune" }) }])),
      http.get(api("/books/book_9"), () =>
        answer({ ...aBookDetail({ _id: "book_9", title: "Dune" }) }),
      ),
    );
    const { router, user } = await open("/admin/audit?page=3");
    const about = screen.getByRole("combobox", { name: "About" });
    await user.type(about, "love");
    await user.click(await screen.findByRole("option", { name: /Ada Lovelace/ }));
    expect(router.state.location.search).toBe("?user=user_7");
    await waitFor(() => expect(about).toHaveValue("Ada Lovelace"));
    expect(searched).toEqual(["love"]);

    const book = screen.getByRole("combobox", { name: "Book" });
    await user.type(book, "dun");
    await screen.findByRole("option", { name: /Dune/ });
    expect(book).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{Enter}");
    expect(router.state.location.search).toBe("?user=user_7&book=book_9");
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ user: "user_7", book: "book_9" }));

    // Escape does not change the filter.
    await user.type(book, "x{Escape}");
    await waitFor(() => expect(book).toHaveValue("Dune"));
    await user.click(screen.getByRole("button", { name: "Remove filter: Book Dune" }));
    expect(router.state.location.search).toBe("?user=user_7");
    expect(book).toHaveValue("");
  });

  it("links the person, the book, and the other actions of the actor", async () => {
    log(someAuditEntries());
    const { router, user } = await open("/admin/audit?page=2");
    const [, lent] = await entries();
    const links = within(lent as HTMLElement);
    expect(links.getByRole("link", { name: "Open Amara Okafor" })).toHaveAttribute(
      "href",
      "/admin/users?user=user_1",
    );
    expect(links.getByRole("link", { name: "Open Dune" })).toHaveAttribute("href", "/books/book_1");
    await user.click(links.getByRole("link", { name: "Show only what Grace Hopper did" }));
    expect(router.state.location.search).toBe("?actor=user_2");
  });

  it("links a merge of books to the list of merges, which offers the undo", async () => {
    const book = { _id: "book_1", title: "Dune" };
    const merged = { action: "book.merged", subject: "book_1", book, before: null } as const;
    const after = { merge: "merge_3", merged: ["book_2"] };
    log([anAuditEntry({ ...merged, user: null, after })]);
    await open("/admin/audit?book=book_1");
    expect(await screen.findByRole("link", { name: "Merges of this book" })).toHaveAttribute(
      "href",
      "/admin/duplicates?view=merged&book=book_1",
    );
    expect(screen.queryByText(/merge_3/)).not.toBeInTheDocument();
  });

  it("sends the filters of the address, and ignores unknown ones", async () => {
    const queries = log([anAuditEntry()]);
    const { router, user } = await open(
      "/admin/audit?user=user_1&book=nonsense&action=user.changed&from=2024-01-01&to=soon",
    );
    await entries();
    expect(queries.at(-1)).toEqual({
      user: "user_1",
      action: "user.changed",
      from: "2024-01-01",
      page: "1",
      limit: "25",
    });
    for (const name of ["From", "To"]) expect(screen.getByLabelText(name)).not.toBeRequired();
    await user.click(screen.getByRole("button", { name: "Remove filter: About Amara Okafor" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "Book lent");
    expect(router.state.location.search).toBe(
      "?book=nonsense&action=borrowing.opened&from=2024-01-01&to=soon",
    );
  });

  it("shows that nothing matches, and clears the filters", async () => {
    log([]);
    const { router, user } = await open("/admin/audit?user=user_7");
    await screen.findByRole("heading", { name: "No Entries Found" });
    await user.click(screen.getByRole("button", { name: "Clear Filters" }));
    expect(router.state.location.search).toBe("");
  });

  it("shows why it could not be loaded", async () => {
    server.use(http.get(api("/admin/audit"), () => failure(422, "dusty", "Too much dust.")));
    await open("/admin/audit");
    expect(await screen.findByText("Too much dust.")).toBeVisible();
    log([anAuditEntry()]);
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: /again/i }));
    expect(await entries()).toHaveLength(1);
  });

  it("offers the file only to people with the permission", async () => {
    log([anAuditEntry()]);
    const reader = anAdmin();
    const permissions = reader.permissions.filter((one) => one !== "export_audit");
    await open("/admin/audit", { ...reader, permissions });
    expect(await entries()).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  it("downloads the entries that match", async () => {
    log([anAuditEntry()]);
    const wanted: string[] = [];
    server.use(
      http.get(api("/admin/audit/table.csv"), ({ request }) => {
        wanted.push(new URL(request.url).search);
        return HttpResponse.text("at,actor\r\n", {
          headers: { "Content-Type": "text/csv; charset=utf-8" },
        });
      }),
    );
    Object.assign(URL, { createObjectURL: () => "blob:audit", revokeObjectURL: () => {} });
    const { user } = await open("/admin/audit?action=user.changed");
    await entries();
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    await screen.findByText("Audit log downloaded");
    expect(wanted).toEqual(["?action=user.changed"]);
  });
});
