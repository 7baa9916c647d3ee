import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aBook } from "@/test/fixtures/books.ts";
import {
  aDuplicateGroup,
  aMerge,
  aMergePreview,
  someSearches,
} from "@/test/fixtures/duplicates.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

beforeEach(() => signedInAs(anAdmin()));

describe("the list of possible duplicates", () => {
  it("shows the books of a group with the reason, and when the catalogue was searched", async () => {
    await renderApp("/admin/duplicates");
    expect(await screen.findByText(/^Last searched on /)).toBeInTheDocument();
    const row = (await screen.findAllByRole("row")).at(-1);
    if (row === undefined) throw new Error("the list has a row");
    expect(within(row).getByText("Same title and author")).toBeInTheDocument();
    expect(within(row).getAllByRole("listitem")).toHaveLength(2);
    expect(within(row).getByText("3 copies")).toBeInTheDocument();
    expect(within(row).getByRole("link", { name: "Compare the books like Dune" })).toHaveAttribute(
      "href",
      "/admin/duplicates/merge?books=book-1&books=book-2",
    );
  });

  it("marks books as different, and undoes it", async () => {
    const acts: string[] = [];
    let dismissedAt: string | null = null;
    server.use(
      http.get(api("/duplicates"), ({ request }) => {
        const asked = new URL(request.url).searchParams.get("dismissed") === "true";
        return page(asked === (dismissedAt !== null) ? [aDuplicateGroup({ dismissedAt })] : []);
      }),
      http.post(api("/duplicates/:id/:act"), ({ params }) => {
        acts.push(String(params.act));
        dismissedAt = params.act === "dismiss" ? "2024-01-06T10:00:00.000Z" : null;
        return answer(aDuplicateGroup({ dismissedAt }));
      }),
    );
    await renderApp("/admin/duplicates");
    const user = userEvent.setup();
    await user.click(
      await screen.findByRole("button", { name: "The books like Dune are not duplicates" }),
    );
    expect(await screen.findByText("Marked as different books")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(acts).toEqual(["dismiss", "reopen"]));
  });

  it("begins a search, and shows how far it is", async () => {
    let searches = someSearches({ last: null });
    server.use(
      http.get(api("/duplicates"), () => page([])),
      http.get(api("/duplicates/search"), () => answer(searches)),
      http.post(api("/duplicates/search"), () => {
        const underWay = {
          state: "searching" as const,
          readBooks: 250,
          totalBooks: 1000,
          startedAt: "2024-01-06T10:00:00.000Z",
          finishedAt: null,
        };
        searches = { ...searches, underWay };
        return answer(searches);
      }),
    );
    await renderApp("/admin/duplicates");
    const user = userEvent.setup();
    expect(await screen.findByText("Not searched yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Look for duplicates" }));
    const progress = await screen.findByRole("progressbar");
    expect(progress).toHaveAttribute("aria-valuenow", "25");
  });

  it("shows what a search has found that ended before it was seen under way", async () => {
    let searches = someSearches({ last: null });
    let asked = 0;
    server.use(
      // The list that is fetched with the search itself does not have the group yet.
      http.get(api("/duplicates"), () => {
        const found = searches.last !== null && asked++ > 0;
        return page(found ? [aDuplicateGroup()] : []);
      }),
      http.get(api("/duplicates/search"), () => answer(searches)),
      http.post(api("/duplicates/search"), () => {
        searches = someSearches();
        return answer(searches);
      }),
    );
    await renderApp("/admin/duplicates");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Look for duplicates" }));
    expect(await screen.findByRole("link", { name: "Compare the books like Dune" })).toBeVisible();
  });
});

describe("the list of merges", () => {
  it("shows who merged which books, and undoes a merge", async () => {
    let merge = aMerge();
    server.use(
      http.get(api("/merges"), () => page([merge])),
      http.post(api("/merges/:id/undo"), () => {
        const undoneAt = "2024-01-06T10:00:00.000Z";
        merge = aMerge({ undoneAt, refusal: "merge_undone" });
        return answer({ ...merge, editedFields: ["isbn"] });
      }),
    );
    await renderApp("/admin/duplicates");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("tab", { name: "Merged" }));
    const undo = await screen.findByRole("button", { name: "Undo the merge into Dune" });
    const row = (await screen.findAllByRole("row")).at(-1);
    if (row === undefined) throw new Error("the list has a row");
    expect(within(row).getByText("Ada Admin")).toBeInTheDocument();
    expect(within(row).getByRole("link", { name: "Dune." })).toBeInTheDocument();
    await user.click(undo);
    expect(await screen.findByText("Merge undone")).toBeInTheDocument();
    expect(screen.getByText(/Fields that were edited since the merge have stayed/)).toBeVisible();
    expect(await screen.findByText("Undone")).toBeInTheDocument();
    expect(undo).not.toBeInTheDocument();
  });

  it("says which merge has to be undone first, and shows the merges of one book", async () => {
    const books: (string | null)[] = [];
    server.use(
      http.get(api("/merges"), ({ request }) => {
        books.push(new URL(request.url).searchParams.get("book"));
        return page([aMerge({ refusal: "merged_later" })]);
      }),
    );
    await renderApp("/admin/duplicates?view=merged&book=book_1");
    expect(
      await screen.findByText(/^Other books were merged into the kept book since/),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Undo/ })).not.toBeInTheDocument();
    expect(books).toEqual(["book_1"]);
  });

  it("shows why a merge was not undone", async () => {
    server.use(
      http.post(api("/merges/:id/undo"), () =>
        failure(409, "merge_undone", "This merge has already been undone"),
      ),
    );
    await renderApp("/admin/duplicates?view=merged");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Undo the merge into Dune" }));
    expect(await screen.findByText("This merge has already been undone")).toBeInTheDocument();
  });
});

describe("the merge of books", () => {
  const open = async (query = "books=book-1&books=book-2") => {
    await renderApp(`/admin/duplicates/merge?${query}`);
    return userEvent.setup();
  };

  it("sends the kept book, the chosen values and the instants of the books", async () => {
    const previews: unknown[] = [];
    const merges: unknown[] = [];
    const undone: unknown[] = [];
    server.use(
      http.post(api("/books/:id/merge/preview"), async ({ params, request }) => {
        previews.push([params.id, await request.json()]);
        const { books, ...rest } = aMergePreview();
        const kept = books.filter(({ _id }) => _id === params.id);
        return answer({
          ...rest,
          books: [...kept, ...books.filter((book) => !kept.includes(book))],
        });
      }),
      http.post(api("/books/:id/merge"), async ({ params, request }) => {
        merges.push([params.id, await request.json()]);
        const { merged } = aMergePreview();
        return HttpResponse.json({
          success: true,
          message: "Books merged",
          data: merged,
          warnings: [],
          merge: "merge-1",
        });
      }),
      http.post(api("/merges/:id/undo"), ({ params }) => {
        undone.push(params.id);
        return answer({ ...aMerge(), editedFields: [] });
      }),
    );
    const user = await open();
    const years = await screen.findByRole("group", { name: "Year" });
    expect(within(years).getByRole("radio", { name: "Book 1: 1965" })).toBeChecked();
    await user.click(within(years).getByRole("radio", { name: "Book 2: 1984" }));
    await waitFor(() =>
      expect(previews.at(-1)).toEqual([
        "book-1",
        { books: ["book-2"], fields: { publishedYear: "book-2" } },
      ]),
    );
    await user.click(screen.getByRole("radio", { name: "Keep book 2" }));
    await waitFor(() => expect(previews.at(-1)).toMatchObject(["book-2", { books: ["book-1"] }]));
    expect(screen.getByText("4 past borrowings")).toBeInTheDocument();

    await user.click(await screen.findByRole("button", { name: "Merge 2 books" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(merges).toEqual([]);
    const before = previews.length;
    await user.click(within(dialog).getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("2 books merged")).toBeInTheDocument();
    const { updatedAt } = aBook();
    expect(merges).toEqual([
      [
        "book-2",
        {
          updatedAt,
          books: [{ _id: "book-1", updatedAt }],
          fields: { publishedYear: "book-2" },
        },
      ],
    ]);
    expect(await screen.findByRole("heading", { name: "Duplicates" })).toBeInTheDocument();
    // The merged books are not compared again.
    expect(previews).toHaveLength(before);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Merge undone")).toBeInTheDocument();
    expect(undone).toEqual(["merge-1"]);
  });

  it("shows all fields, and those that are combined", async () => {
    const user = await open();
    expect(await screen.findByRole("group", { name: "Title" })).toBeInTheDocument();
    expect(screen.queryByText("Publisher")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show all fields" }));
    expect(await screen.findByText("Publisher")).toBeInTheDocument();
    expect(screen.getByText("Subjects")).toBeInTheDocument();
  });

  it("is not possible while somebody has copies of several of the books", async () => {
    server.use(
      http.post(api("/books/:id/merge/preview"), () =>
        answer(aMergePreview({ peopleWithSeveral: 1 })),
      ),
    );
    const user = await open();
    const merge = await screen.findByRole("button", { name: /^Merge 2 books/ });
    expect(merge).toHaveAttribute("aria-disabled", "true");
    await user.click(merge);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    const words = /^1 person has copies of several of these books/;
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  });

  it("shows the new values when somebody else has changed a book", async () => {
    let previews = 0;
    server.use(
      http.post(api("/books/:id/merge/preview"), () => {
        previews += 1;
        return answer(aMergePreview());
      }),
      http.post(api("/books/:id/merge"), () =>
        failure(409, "book_changed", "Someone else changed this book in the meantime"),
      ),
    );
    const user = await open();
    await user.click(await screen.findByRole("button", { name: "Merge 2 books" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Merge" }));
    expect(
      await within(dialog).findByText("Someone else changed this book in the meantime"),
    ).toBeInTheDocument();
    await waitFor(() => expect(previews).toBeGreaterThan(1));
  });

  it("needs two to four books", async () => {
    await open("books=book-1");
    expect(await screen.findByText("Choose two to four books")).toBeInTheDocument();
  });
});
