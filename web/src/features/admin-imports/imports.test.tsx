import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { anImport } from "@/test/fixtures/imports.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const ADDRESS = "/admin/imports/import-1";

beforeEach(() => signedInAs(anAdmin()));

/** Serves an import that each call with a body changes. */
function serve(first: Parameters<typeof anImport>[0] = {}) {
  let current = anImport(first);
  const sent: [string, unknown][] = [];
  const change = (name: string, parts: Parameters<typeof anImport>[0]) =>
    http.all(api(`/imports/:id/${name}`), async ({ request }) => {
      const body = await request.text();
      sent.push([name, body === "" ? null : JSON.parse(body)]);
      current = anImport({
        ...current,
        ...parts,
        updatedAt: `2024-01-05T10:00:0${sent.length}.000Z`,
      });
      return answer(current);
    });
  server.use(
    http.get(api("/imports/:id"), () => answer(current)),
    change("mapping", {}),
    change("commit", { state: "done", hasBegun: true, added: 35, skipped: 2, copies: 41 }),
    change("undo", { state: "undone", kept: 1 }),
    change("pause", { state: "paused" }),
    change("cancel", { state: "cancelled" }),
  );
  return sent;
}

describe("an import", () => {
  it("is started with the choice for duplicates, and can be undone", async () => {
    const sent = serve();
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("radio", { name: /^Overwrite it/ }));
    await user.click(screen.getByRole("button", { name: "Import 37 records" }));
    expect(await screen.findByText("The import has ended.")).toBeVisible();
    expect(sent).toEqual([["commit", { onDuplicate: "update" }]]);
    expect(screen.getByRole("link", { name: "Print labels" })).toHaveAttribute(
      "href",
      "/admin/labels?import=import-1",
    );

    await user.click(screen.getByRole("button", { name: "Undo the import" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Undo the import" }));
    expect(await screen.findByText(/^The import was undone\. 1 book was borrowed/)).toBeVisible();
  });

  it("must be checked again after a change of a column, before it can be started", async () => {
    const sent = serve();
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    const column = await screen.findByRole("combobox", { name: "Field: Fach" });
    await user.selectOptions(column, "Category");
    const start = screen.getByRole("button", { name: /^Import 37 records/ });
    expect(start).toHaveAttribute("aria-disabled", "true");
    await user.click(start);
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([["mapping", { columns: ["title", "author", "category"] }]]);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Import 37 records" })).not.toHaveAttribute(
        "aria-disabled",
      ),
    );
  });

  it("gives a field to one column only", async () => {
    serve();
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Field: Fach" }), "Title");
    expect(screen.getByRole("combobox", { name: "Field: Werk" })).toHaveDisplayValue(
      "Not imported",
    );
  });

  it("shows rejected records with their errors, and duplicates beside the books of the library", async () => {
    serve();
    await renderApp(ADDRESS);
    const rejected = await screen.findByRole("list", { name: "Rejected records" });
    expect(within(rejected).getByText("Line 5")).toBeVisible();
    expect(within(rejected).getByText("Author is required")).toBeVisible();
    const duplicates = await screen.findByRole("list", { name: "Duplicates" });
    expect(within(duplicates).getByRole("link", { name: "Dune" })).toHaveAttribute(
      "href",
      "/books/book-1",
    );
    expect(within(duplicates).getByText(/3 copies/)).toBeVisible();
  });

  it("shows its progress, and can be paused and resumed", async () => {
    const sent = serve({ state: "importing", hasBegun: true, read: 10 });
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    const bar = await screen.findByRole("progressbar", { name: "Importing" });
    expect(bar).toHaveAttribute("aria-valuenow", "25");
    expect(screen.getByText("10 of 40 records")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(await screen.findByText("The import is paused.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Go on" }));
    await waitFor(() => expect(sent.map(([name]) => name)).toEqual(["pause", "commit"]));
  });

  it("is canceled by a button that cannot be taken for the other one", async () => {
    const sent = serve({ state: "paused", hasBegun: true, read: 10 });
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Cancel import" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Cancel this import?" }),
    );
    expect(question.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Keep import",
      "Cancel import",
    ]);
    await user.click(question.getByRole("button", { name: "Keep import" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Cancel import" }));
    const again = within(await screen.findByRole("alertdialog"));
    await user.click(again.getByRole("button", { name: "Cancel import" }));
    expect(await screen.findByText("The import was canceled.")).toBeVisible();
    expect(sent).toEqual([["cancel", null]]);
  });

  it("says why it failed, and offers what can be done", async () => {
    serve({ state: "failed", problem: "no_title_column", read: 0, rejected: 0, duplicates: 0 });
    await renderApp(ADDRESS);
    expect(await screen.findByText(/^No column is known to be the title/)).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Field: Werk" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Import \d/ })).toBeNull();
  });

  it("says what the server refuses", async () => {
    serve();
    server.use(
      http.put(api("/imports/:id/mapping"), () =>
        failure(422, "validation", "Please choose the column of the title"),
      ),
    );
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Please choose the column of the title")).toBeVisible();
  });
});

describe("an import of people", () => {
  const people: Parameters<typeof anImport>[0] = {
    kind: "users",
    name: "people.csv",
    category: null,
    copies: 0,
    table: {
      separator: ",",
      encoding: "utf-8",
      hasHeadings: true,
      columns: [
        { heading: "surname", field: "lastName", sample: ["King"] },
        { heading: "email", field: "email", sample: ["ada@school.example"] },
      ],
    },
  };

  it("offers the fields of people, and what can happen to existing ones", async () => {
    const sent = serve(people);
    server.use(
      http.get(api("/imports/:id/records"), ({ request }) =>
        answer(
          new URL(request.url).searchParams.get("kind") === "duplicate"
            ? [
                {
                  number: 1,
                  line: 2,
                  label: "Ada King",
                  detail: "ada@school.example",
                  identifier: null,
                  errors: [],
                  book: null,
                  user: {
                    _id: "user-1",
                    name: "Ada M. King",
                    email: "ada@school.example",
                    studentId: "S-1",
                  },
                },
              ]
            : [],
        ),
      ),
    );
    await renderApp(ADDRESS);
    const user = userEvent.setup();
    const field = await screen.findByRole("combobox", { name: "Field: surname" });
    expect(within(field).getByRole("option", { name: "Student ID or card number" })).toBeVisible();
    expect(within(field).queryByRole("option", { name: "ISBN" })).toBeNull();
    expect(screen.queryByLabelText("Copies of a record that lists none")).toBeNull();
    expect(screen.queryByRole("radio", { name: "Add another book" })).toBeNull();
    const known = await screen.findByRole("link", { name: "Ada M. King" });
    expect(known).toHaveAttribute("href", "/admin/users?user=user-1");
    await user.click(screen.getByRole("radio", { name: /^Change it by the filled cells/ }));
    await user.click(screen.getByRole("button", { name: "Import 37 records" }));
    expect(await screen.findByRole("link", { name: "Show all people" })).toBeVisible();
    expect(sent).toEqual([["commit", { onDuplicate: "update" }]]);
  });

  it("is chosen before the file, and shown in the address", async () => {
    const { router } = await renderApp("/admin/imports");
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Content" }), "People");
    expect(router.state.location.search).toBe("?kind=users");
    expect(screen.getByText(/^CSV, Excel .* New people have no password/)).toBeVisible();
  });
});

describe("the list of imports", () => {
  it("leads to an import", async () => {
    await renderApp("/admin/imports");
    expect(await screen.findByRole("link", { name: "shelves.csv" })).toHaveAttribute(
      "href",
      ADDRESS,
    );
    expect(screen.getByRole("button", { name: "Choose a file" })).toBeVisible();
  });

  it("labels its numbers on phones", async () => {
    await renderApp("/admin/imports");
    const row = (await screen.findByRole("link", { name: "shelves.csv" })).closest("tr");
    const cells = [...(row?.querySelectorAll("td") ?? [])].map(({ textContent }) => textContent);
    expect(cells).toContain("Records40");
    expect(cells).toContain("Added0");
  });
});
