import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Book } from "@/api/shapes.ts";
import { aBook, aBookDetail, aCopy, someDetails } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const beside = {
  facets: { category: [{ value: "Fiction", count: 3 }] },
  leftOut: [],
  didYouMean: null,
};

/** Serves the list, and records the queries. */
function list(books: () => Book[], didYouMean: string | null = null) {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get(api("/admin/books"), ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(
        books().map((book) => ({ ...book })),
        { ...beside, didYouMean },
      );
    }),
  );
  return queries;
}

async function open(path: string) {
  signedInAs(anAdmin());
  const { router } = await renderApp(path);
  const main = await waitFor(() => {
    const heading = document.querySelector("main h1");
    expect(heading).toHaveTextContent("Manage Books");
    return document.querySelector("main") as HTMLElement;
  });
  return { router, main, user: userEvent.setup({ delay: null }) };
}

describe("the list of books", () => {
  it("requests the filters of the address, and sorts by best match during a search", async () => {
    const queries = list(() => [aBook()]);
    await open("/admin/books?search=dune&category=Fiction&page=2");
    await screen.findByRole("table");
    expect(queries.at(-1)).toMatchObject({
      search: "dune",
      category: "Fiction",
      page: "2",
      sort: "relevance",
      status: "current",
    });
  });

  it("shows the edition beside the year", async () => {
    list(() => [
      aBook({ _id: "book-2", editionStatement: "2nd edition", publishedYear: 1997 }),
      aBook({ _id: "book-3", editionStatement: null, publishedYear: 1973 }),
    ]);
    await open("/admin/books");
    const cells = (await screen.findAllByRole("row")).slice(1).map((row) => row.textContent);
    expect(cells[0]).toContain("1997 2nd edition");
    expect(cells[1]).toContain("1973");
    expect(cells[1]).not.toContain("edition");
  });

  it("sorts by a column heading, in both directions", async () => {
    const queries = list(() => [aBook()]);
    const { router, user } = await open("/admin/books");
    await user.click(await screen.findByRole("button", { name: "Title" }));
    expect(router.state.location.search).toBe("?sort=title");
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ sort: "title" }));
    expect(screen.getByRole("columnheader", { name: "Title" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await user.click(screen.getByRole("button", { name: "Title" }));
    expect(router.state.location.search).toBe("");
  });

  it("suggests a spelling when nothing matches", async () => {
    list(() => [], "dune");
    const { router, user } = await open("/admin/books?search=dume");
    expect(await screen.findByText("No results for “dume”.")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Did you mean “dune”?" }));
    expect(router.state.location.search).toBe("?search=dune");
  });

  it("searches the archive by text and category", async () => {
    const queries = list(() => [aBook({ archivedAt: "2024-02-01T10:00:00.000Z" })]);
    await open("/admin/books?status=archived&search=dune&category=Fiction");
    expect(await screen.findByRole("searchbox", { name: "Search the archive" })).toHaveValue(
      "dune",
    );
    expect(queries.at(-1)).toMatchObject({
      search: "dune",
      category: "Fiction",
      status: "archived",
    });
  });

  it("offers the kept book in place of restoring or deleting a merged one", async () => {
    const archivedAt = "2024-02-01T10:00:00.000Z";
    list(() => [aBook({ archivedAt, mergedInto: "book-2", borrowCount: 0 })]);
    await open("/admin/books?status=archived");
    const kept = await screen.findByRole("link", {
      name: "Show the book into which Dune was merged",
    });
    expect(kept).toHaveAttribute("href", "/books/book-2");
    expect(screen.queryByRole("button", { name: /^(Restore|Delete)/ })).not.toBeInTheDocument();
  });

  it("restores a book from the archive", async () => {
    let archived = [aBook({ archivedAt: "2024-02-01T10:00:00.000Z" })];
    const queries = list(() => archived);
    server.use(
      http.post(api("/books/book-1/restore"), () => {
        archived = [];
        return answer({ ...aBook() });
      }),
    );
    const { user } = await open("/admin/books?status=archived");
    await user.click(await screen.findByRole("button", { name: "Restore Dune" }));
    expect(await screen.findByText("Book restored")).toBeVisible();
    expect(await screen.findByText("The archive is empty")).toBeVisible();
    expect(queries.every(({ status }) => status === "archived")).toBe(true);
  });
});

describe("the editor", () => {
  it("saves a new book, and continues with another one of the same category", async () => {
    list(() => [aBook()]);
    const sent: { title: string; category: string }[] = [];
    server.use(
      http.post(api("/books"), async ({ request }) => {
        sent.push((await request.json()) as (typeof sent)[number]);
        return answer({ ...aBook({ isbn: null }) });
      }),
    );
    const { router, user } = await open("/admin/books?edit=new");
    const editor = within(await screen.findByRole("dialog", { name: "Add a book" }));
    await user.type(editor.getByLabelText("Title"), "Emma");
    await user.type(editor.getByLabelText("Author"), "Jane Austen");
    await user.type(editor.getByLabelText("Category"), "Fiction");
    await user.click(editor.getByRole("button", { name: "Save and add another" }));
    await waitFor(() => expect(editor.getByLabelText("Title")).toHaveValue(""));
    expect(editor.getByLabelText("Title")).toHaveFocus();
    expect(editor.getByLabelText("Author")).toHaveValue("");
    await user.type(editor.getByLabelText("Title"), "Persuasion");
    await user.type(editor.getByLabelText("Author"), "Jane Austen");
    await user.click(await editor.findByRole("button", { name: "Add book" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent.map(({ title, category }) => `${title}, ${category}`)).toEqual([
      "Emma, Fiction",
      "Persuasion, Fiction",
    ]);
  });

  it("marks a new category, and offers a similar one", async () => {
    list(() => [aBook()]);
    const { user } = await open("/admin/books?edit=new");
    const editor = within(await screen.findByRole("dialog", { name: "Add a book" }));
    const category = editor.getByLabelText("Category");
    await user.type(category, "fictions");
    await waitFor(() =>
      expect(category).toHaveAccessibleDescription(/This creates a new category/),
    );
    await user.click(editor.getByRole("button", { name: "Fiction" }));
    expect(category).toHaveValue("Fiction");
    expect(category).not.toHaveAccessibleDescription(/new category/);
  });

  it("adds a book with the entered values", async () => {
    list(() => [aBook()]);
    const sent: unknown[] = [];
    server.use(
      http.post(api("/books"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ ...aBook() });
      }),
    );
    const { router, user } = await open("/admin/books?edit=new");
    const editor = within(await screen.findByRole("dialog", { name: "Add a book" }));
    await user.click(editor.getByRole("button", { name: "Add book" }));
    expect(editor.getByLabelText("Title")).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await user.type(editor.getByLabelText("Title"), "Emma");
    await user.type(editor.getByLabelText("Author"), "Jane Austen");
    await user.type(editor.getByLabelText("Category"), "Fiction");
    await user.click(editor.getByLabelText("For semester study"));
    await user.type(editor.getByLabelText(/^Study subjects/), "Humanities,Arts{Enter}Law");
    await user.click(editor.getByRole("button", { name: "Remove Arts" }));
    await user.click(editor.getByRole("button", { name: "Add book" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toEqual([
      expect.objectContaining({
        title: "Emma",
        author: "Jane Austen",
        category: "Fiction",
        semesterCategories: ["Humanities", "Law"],
        copies: 1,
      }),
    ]);
  });

  it("keeps unsaved values while the tab of copies is open, and sends only the changed field", async () => {
    list(() => [aBook()]);
    const sent: unknown[] = [];
    server.use(
      http.get(api("/books/:id"), () => answer(aBookDetail())),
      http.put(api("/books/book-1"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ ...aBook() });
      }),
    );
    const { router, user } = await open("/admin/books?edit=book-1");
    const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
    const publisher = editor.getByLabelText(/^Publisher/);
    await user.clear(publisher);
    await user.type(publisher, "The Second Press");
    await user.click(editor.getByRole("tab", { name: /^Copies/ }));
    expect(await editor.findByText("0000123")).toBeVisible();
    await user.click(editor.getByRole("tab", { name: "Details" }));
    expect(editor.getByLabelText(/^Publisher/)).toHaveValue("The Second Press");
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toEqual([{ publisher: "The Second Press", updatedAt: aBook().updatedAt }]);
  });

  it("sends changed details only, and shows their errors in the section, which opens", async () => {
    list(() => [aBook()]);
    const sent: Record<string, unknown>[] = [];
    const details = someDetails({
      contributors: [
        { name: "Frank Herbert", role: "author" },
        { name: "Ann Lee", role: "translator" },
      ],
      notes: "With a map.",
    });
    const tooLong = "A role is too long";
    server.use(
      http.get(api("/books/:id"), () => answer(aBookDetail({ details }))),
      http.put(api("/books/book-1"), async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        if (sent.length > 1) return answer({ ...aBook() });
        const errors = [{ field: "contributors", message: tooLong }];
        return failure(400, "validation", "Please check the fields", errors);
      }),
    );
    const { router, user } = await open("/admin/books?edit=book-1");
    const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
    const people = await editor.findByRole("button", { name: "People and subjects 2 entries" });
    await user.click(people);
    await user.click(editor.getByRole("button", { name: "Add person" }));
    await user.keyboard("Bo Ek{Tab}illus{ArrowDown}{Enter}");
    const added = within(editor.getByRole("listitem", { name: "Person 3" }));
    expect(added.getByRole("textbox", { name: "Name" })).toHaveValue("Bo Ek");
    expect(added.getByRole("combobox", { name: "Role" })).toHaveValue("Illustrator");
    await user.click(editor.getByRole("button", { name: "Move Bo Ek up" }));
    await user.click(editor.getByRole("button", { name: "Remove Frank Herbert" }));
    await user.click(editor.getByRole("button", { name: "Add subject" }));
    await user.click(people);
    expect(people).toHaveAttribute("aria-expanded", "false");

    await user.click(editor.getByRole("button", { name: "Save changes" }));
    expect(await editor.findByText(tooLong)).toBeVisible();
    expect(people).toHaveAttribute("aria-expanded", "true");
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    const contributors = [
      { name: "Bo Ek", role: "illustrator" },
      { name: "Ann Lee", role: "translator" },
    ];
    expect(sent[1]).toEqual({ details: { contributors }, updatedAt: aBook().updatedAt });
  });

  it("opens a section with an invalid row, and moves the focus there", async () => {
    list(() => [aBook()]);
    server.use(http.get(api("/books/:id"), () => answer(aBookDetail())));
    const { user } = await open("/admin/books?edit=book-1");
    const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
    const notes = await editor.findByRole("button", { name: "Notes and links" });
    await user.click(notes);
    await user.click(editor.getByRole("button", { name: "Add link" }));
    // Enter adds a row below.
    await user.keyboard("https://example.org{Enter}example.org");
    await user.click(notes);
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    const address = within(editor.getByRole("listitem", { name: "Link 2" })).getByRole("textbox", {
      name: "Address",
    });
    await waitFor(() => expect(address).toHaveFocus());
    expect(notes).toHaveAttribute("aria-expanded", "true");
    expect(address).toHaveAccessibleDescription(
      "Enter an address that begins with https:// or http://",
    );
  });

  it("suggests subjects of the catalogue", async () => {
    list(() => [aBook()]);
    const searches: (string | null)[] = [];
    server.use(
      http.get(api("/books/:id"), () => answer(aBookDetail())),
      http.get(api("/books"), ({ request }) => {
        searches.push(new URL(request.url).searchParams.get("search"));
        const subject = ["Deserts -- Ecology", "Planets", "Desert animals"];
        return page([], {
          facets: { subject: subject.map((value) => ({ value, count: 1 })) },
          leftOut: [],
          didYouMean: null,
        });
      }),
    );
    const { user } = await open("/admin/books?edit=book-1");
    const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
    await user.click(await editor.findByRole("button", { name: "People and subjects" }));
    await user.click(editor.getByRole("button", { name: "Add subject" }));
    await user.keyboard("Désert");
    // Only those with the typed words.
    const suggestions = within(await editor.findByRole("listbox", { name: "Subject" }));
    const options = await suggestions.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Deserts – Ecology",
      "Desert animals",
    ]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(editor.getByRole("combobox", { name: "Subject" })).toHaveValue("Deserts – Ecology");
    expect(searches).toEqual(["subject:desert"]);
  });

  it("overwrites a concurrent change by another person only on the second save", async () => {
    list(() => [aBook()]);
    const sent: Record<string, unknown>[] = [];
    const theirs = "Someone else changed this to “Their Press” in the meantime";
    server.use(
      http.get(api("/books/:id"), () => answer(aBookDetail())),
      http.put(api("/books/book-1"), async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push(body);
        if (!("updatedAt" in body)) return answer({ ...aBook() });
        const errors = [{ field: "publisher", message: theirs }];
        return failure(409, "book_changed", "Someone else changed this book", errors);
      }),
    );
    const { router, user } = await open("/admin/books?edit=book-1");
    const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
    const publisher = editor.getByLabelText(/^Publisher/);
    await user.clear(publisher);
    await user.type(publisher, "My Press");
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    expect(await editor.findByText(theirs)).toBeVisible();
    expect(editor.getByText(/^Someone else changed this book while/)).toBeVisible();
    expect(publisher).toHaveValue("My Press");
    await user.click(editor.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent.at(-1)).toEqual({ publisher: "My Press" });
  });

  describe("with the ISBN of other books", () => {
    const ISBN = "9780201896831";
    const others = [
      aBook({ _id: "book-2", editionStatement: "2nd edition", publishedYear: 1997, isbn: ISBN }),
      aBook({ _id: "book-3", editionStatement: null, publishedYear: 1973, isbn: ISBN }),
    ];

    /** Saves a book whose stored ISBN is `before`, after an action in its editor. */
    async function save(
      before: string | null,
      edit: (editor: ReturnType<typeof within>, user: UserEvent) => Promise<void>,
    ) {
      const queries = list(() => [aBook({ isbn: before }), ...others]);
      const warnings = others.map(({ _id, title }) => ({
        code: "isbn_in_use",
        bookId: _id,
        title,
      }));
      server.use(
        http.get(api("/books/book-1"), () => answer(aBookDetail({ isbn: before }))),
        http.put(api("/books/book-1"), () =>
          HttpResponse.json({
            success: true,
            message: "Book updated successfully!",
            data: aBook({ isbn: ISBN }),
            warnings,
          }),
        ),
      );
      const opened = await open("/admin/books?edit=book-1");
      const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
      await edit(editor, opened.user);
      await opened.user.click(editor.getByRole("button", { name: "Save changes" }));
      await screen.findByText("Book updated successfully!");
      return { ...opened, queries };
    }

    const typeIsbn = async (editor: ReturnType<typeof within>, user: UserEvent) => {
      const isbn = editor.getByLabelText(/^ISBN/);
      await user.clear(isbn);
      await user.type(isbn, "978-0-201-89683-1");
    };

    it("shows a notice with the edition and the year of each, until it is closed", async () => {
      const { user, queries } = await save(null, typeIsbn);
      const heading = await screen.findByText("Other books have the same ISBN as “Dune”.");
      const notice = within(heading.parentElement as HTMLElement);
      await waitFor(() =>
        expect(notice.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
          "Dune · 2nd edition · 1997",
          "Dune · 1973",
        ]),
      );
      expect(queries.at(-1)).toMatchObject({ status: "current", search: ISBN });
      expect(
        notice.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
      ).toEqual([
        ["Dune", "/admin/books?edit=book-2"],
        ["Dune", "/admin/books?edit=book-3"],
        ["Show all books with this ISBN", `/admin/books?search=${ISBN}`],
      ]);
      await user.click(screen.getByRole("button", { name: /^Dismiss: Other books have/ }));
      expect(screen.queryByText(/same ISBN/)).toBeNull();
      await waitFor(() => {
        expect(document.querySelector("tbody a[href], tbody button")).toHaveFocus();
      });
    });

    it("shows no notice when the ISBN did not change", async () => {
      await save(ISBN, async (editor, user) => {
        await user.type(editor.getByLabelText(/^Publisher/), " Press");
      });
      expect(screen.queryByText(/same ISBN/)).toBeNull();
    });
  });

  it("adds and withdraws copies, but no copy that is on loan", async () => {
    const copies = [
      aCopy(),
      aCopy({
        _id: "copy-2",
        barcode: "0000124",
        state: "on_loan",
        borrower: { _id: "user-1", name: "Amara Okafor" },
        dueOn: "2024-03-01",
      }),
    ];
    list(() => [aBook()]);
    const counts: unknown[] = [];
    const reasons: (string | null)[] = [];
    server.use(
      http.get(api("/books/:id/copies"), () => answer(copies.map((copy) => ({ ...copy })))),
      http.post(api("/books/:id/copies"), async ({ request }) => {
        counts.push(await request.json());
        return answer([]);
      }),
      http.delete(api("/copies/copy-1"), ({ request }) => {
        reasons.push(new URL(request.url).searchParams.get("reason"));
        copies[0] = aCopy({ state: "withdrawn" });
        return answer({ ...aCopy() });
      }),
    );
    const { user } = await open("/admin/books?edit=book-1&tab=copies");
    const editor = within(await screen.findByRole("dialog", { name: "Dune" }));
    expect(await editor.findByText("With Amara Okafor")).toBeVisible();
    await user.click(editor.getByRole("button", { name: "Increase" }));
    await user.click(editor.getByRole("button", { name: "Add copies" }));
    expect(await screen.findByText("2 copies added")).toBeVisible();
    // With the place of the last copy.
    const place = { callNumber: "823.914 HER", location: "Reading room" };
    expect(counts).toEqual([{ count: 2, ...place, itemType: null, price: null, isLendable: true }]);

    expect(editor.getByRole("button", { name: "Withdraw copy 0000124" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await user.click(editor.getByRole("button", { name: "Withdraw copy 0000123" }));
    const question = await screen.findByRole("alertdialog");
    await user.type(within(question).getByRole("textbox", { name: /^Reason/ }), "Worn out");
    await user.click(within(question).getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("Copy withdrawn")).toBeVisible();
    expect(reasons).toEqual(["Worn out"]);
    await waitFor(() =>
      expect(editor.queryByRole("button", { name: "Withdraw copy 0000123" })).toBeNull(),
    );
  });
});
