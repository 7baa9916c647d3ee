import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Book } from "@/api/shapes.ts";
import { coverOf } from "@/test/covers.ts";
import { aBook } from "@/test/fixtures/books.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const facets = {
  category: [
    { value: "Fiction", count: 4 },
    { value: "Poetry", count: 2 },
  ],
};

/** Serves lists of books, and records the queries. */
function listBooks(
  books: Book[],
  didYouMean: string | null = null,
  leftOut: readonly string[] = [],
) {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get(api("/books"), ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(
        books.map((book) => ({ ...book })),
        { facets, leftOut, didYouMean },
      );
    }),
    http.get(api("/borrowings/my-borrowings"), () => page([])),
  );
  return queries;
}

async function open(path = "/books", user = aUser()) {
  signedInAs(user);
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Books" });
  const name =
    /^(All Books|Search results|Poetry|History|Bees – Behavior|Science Fiction and Fantasy)$/;
  const all = await screen.findByRole("region", { name });
  return { router, all: within(all), user: userEvent.setup({ delay: null }) };
}

describe("the books screen", () => {
  it("shows that only similar spellings were found, and searches for the corrected one", async () => {
    listBooks([aBook()], "dune");
    const { router, all, user } = await open("/books?search=dnue");
    expect(await all.findByText(/No book contains “dnue”/)).toBeVisible();
    await user.click(all.getByRole("link", { name: "Show only “dune”" }));
    expect(router.state.location.search).toContain("search=dune");
  });

  it("shows which words of the search no book has together with the others", async () => {
    listBooks([aBook()], null, ["third", "edition"]);
    const { all } = await open("/books?search=dune+third+edition");
    expect(
      await all.findByText(
        "No book has all the words. These are the closest. Not in the first one: third, edition.",
      ),
    ).toBeVisible();
  });

  it("requests the newest books, and shows them as cards", async () => {
    const queries = listBooks([aBook()]);
    const { all } = await open();
    const card = await all.findByRole("article");
    expect(card.closest("ul")).toHaveClass("book-grid");
    expect(screen.getByRole("radio", { name: "Grid" })).toBeChecked();
    expect(within(card).getByRole("heading", { name: "Dune" })).toBeVisible();
    for (const text of ["Frank Herbert", "Science Fiction and Fantasy", "2 of 3 available"]) {
      expect(within(card).getByText(text)).toBeVisible();
    }
    expect(within(card).getByRole("link", { name: /View Details/ })).toHaveAttribute(
      "href",
      "/books/book-1",
    );
    expect(queries).toEqual([{ sort: "createdAt", page: "1", limit: "24" }]);
  });

  it.each([
    ["/books?sort=title&page=1", "All Books"],
    ["/books?category=Poetry", "Poetry"],
    ["/books?category=Poetry&search=dune", "Search results"],
  ])("names the content of the list: %s", async (path, name) => {
    listBooks([aBook()]);
    await open(path);
    expect(screen.getByRole("region", { name })).toBeVisible();
  });

  it("shows the cover of each book", async () => {
    listBooks([
      aBook({ coverImage: "/covers/dune.webp" }),
      aBook({ _id: "book-2", title: "Emma", coverImage: null }),
    ]);
    const { all } = await open();
    const [dune, emma] = (await all.findAllByRole("article")) as [HTMLElement, HTMLElement];
    expect(coverOf(dune).image).toBe("/covers/dune.webp");
    expect(coverOf(emma)).toEqual({ image: null, words: expect.stringContaining("Emma") });
  });

  it("searches during typing, sorts by best match, and records the search in the address", async () => {
    const queries = listBooks([aBook()]);
    const { router, user } = await open("/books?page=3&view=list");
    await user.type(screen.getByRole("searchbox"), "dune");
    await waitFor(() =>
      expect(queries.at(-1)).toEqual({ search: "dune", sort: "relevance", page: "1", limit: "24" }),
    );
    expect(router.state.location.search).toBe("?view=list&search=dune");
    expect(screen.getByLabelText("Sort by")).toHaveDisplayValue("Best match");
  });

  it("filters by a category with a link, and removes the filter with the same link", async () => {
    const queries = listBooks([aBook()]);
    const { router, user, all } = await open("/books?sort=title");
    await all.findByRole("article");
    const rail = within(screen.getByRole("navigation", { name: "Filters" }));
    await user.click(rail.getByRole("link", { name: "Poetry, 2 books" }));
    expect(router.state.location.search).toBe("?sort=title&category=Poetry");
    await waitFor(() =>
      expect(queries.at(-1)).toMatchObject({ category: "Poetry", sort: "title" }),
    );
    await user.click(await rail.findByRole("link", { name: "Poetry, 2 books", current: true }));
    expect(router.state.location.search).toBe("?sort=title");
  });

  it("filters by several values of a facet, and names them in chips", async () => {
    const queries = listBooks([aBook()]);
    const { router, user, all } = await open("/books?category=Fiction&decade=1990&minRating=4");
    await all.findByRole("article");
    const rail = within(screen.getByRole("navigation", { name: "Filters" }));
    await user.click(rail.getByRole("link", { name: "Poetry, 2 books" }));
    const search = new URLSearchParams(router.state.location.search);
    expect(search.getAll("category")).toEqual(["Fiction", "Poetry"]);
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ decade: "1990", minRating: "4" }));
    for (const filter of ["Category Fiction", "Category Poetry", "Published 1990s"]) {
      expect(all.getByRole("button", { name: `Remove filter: ${filter}` })).toBeVisible();
    }
    await user.click(all.getByRole("button", { name: "Remove filter: Rating 4 stars and up" }));
    expect(router.state.location.search).not.toContain("minRating");
    await user.click(rail.getByRole("link", { name: "All categories" }));
    expect(router.state.location.search).toBe("?decade=1990");
  });

  it("forgets the category with the choice of semester study, whose categories are others", async () => {
    listBooks([aBook()]);
    const { router, all } = await open("/books?category=Fiction&isSemesterStudy=true");
    await all.findByRole("article");
    await userEvent.click(
      all.getByRole("button", { name: "Remove filter: Semester Study Marked for semester study" }),
    );
    expect(router.state.location.search).toBe("");
  });

  it("counts by all facets where there is room for them", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        matches: media === "(width >= 64rem)",
        media,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
    );
    const facetsOf: string[][] = [];
    const all = {
      ...facets,
      author: [
        { value: "Ann Lee", count: 3 },
        { value: "Bo Chen", count: 1 },
      ],
      subject: [
        { value: "Bees -- Behavior", count: 3 },
        { value: "Honey", count: 1 },
      ],
      language: [{ value: "English", count: 6 }],
      decade: [
        { value: "1990", count: 2 },
        { value: "-10", count: 1 },
      ],
      availability: [{ value: "available", count: 5 }],
      semesterStudy: [],
      rating: [{ value: "1", count: 1 }],
    };
    server.use(
      http.get(api("/books"), ({ request }) => {
        const requested = new URL(request.url).searchParams.getAll("facets");
        if (requested.length > 0) facetsOf.push(requested);
        return page([aBook()], {
          facets: requested.length > 0 ? all : facets,
          leftOut: [],
          didYouMean: null,
        });
      }),
    );
    await open();
    const rail = within(screen.getByRole("navigation", { name: "Filters" }));
    expect(await rail.findByRole("link", { name: "Ann Lee, 3 books" })).toBeVisible();
    for (const name of [
      "Available now, 5 books",
      "Bees – Behavior, 3 books",
      "1990s, 2 books",
      "10 to 1 BC, 1 book",
      "1 star and up, 1 book",
    ]) {
      expect(rail.getByRole("link", { name })).toBeVisible();
    }
    // One language narrows nothing.
    expect(rail.queryByRole("heading", { name: "Language" })).toBeNull();
    expect(rail.queryByRole("heading", { name: "Semester Study" })).toBeNull();
    expect(facetsOf).toEqual([
      ["author", "subject", "language", "decade", "availability", "semesterStudy", "rating"],
    ]);
  });

  it("removes a filter with its chip, and moves the focus", async () => {
    listBooks([aBook()]);
    const { router, user, all } = await open("/books?search=dune&category=Poetry");
    await user.click(await all.findByRole("button", { name: "Remove filter: Category Poetry" }));
    expect(router.state.location.search).toBe("?search=dune");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  it("filters by a subject of the address, and names the list by it", async () => {
    const queries = listBooks([aBook()]);
    const { router, user, all } = await open("/books?subject=Bees+--+Behavior");
    expect(queries.find(({ subject }) => subject !== undefined)).toMatchObject({
      subject: "Bees -- Behavior",
    });
    await user.click(
      await all.findByRole("button", { name: "Remove filter: Subject Bees – Behavior" }),
    );
    expect(router.state.location.search).toBe("");
  });

  it("leaves the default order out of the address", async () => {
    listBooks([aBook()]);
    const { router, user } = await open("/books?page=2");
    const sort = screen.getByLabelText("Sort by");
    await user.selectOptions(sort, "Highest rated");
    expect(router.state.location.search).toBe("?sort=rating");
    await user.selectOptions(sort, "Newest");
    expect(router.state.location.search).toBe("");
  });

  it("shows the search without matches, suggests a spelling, and clears the filters but not the order", async () => {
    listBooks([], "dune");
    const { router, user, all } = await open("/books?search=dnue&category=Poetry&sort=title");
    expect(await all.findByText("No results for “dnue” in Poetry.")).toBeVisible();
    expect(all.getByRole("link", { name: "Did you mean dune?" })).toHaveAttribute(
      "href",
      "/books?search=dune&category=Poetry&sort=title",
    );
    await user.click(all.getByRole("button", { name: "Clear Filters" }));
    expect(router.state.location.search).toBe("?sort=title");
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("shows which list failed, and retries", async () => {
    server.use(
      http.get(api("/books"), () => failure(422, "validation", "sort must be one of title")),
    );
    const { user, all } = await open();
    expect(await all.findByText("sort must be one of title")).toBeVisible();
    listBooks([aBook()]);
    await user.click(all.getByRole("button", { name: "Try again" }));
    expect(await all.findByRole("article")).toBeVisible();
  });

  it("offers Borrow for available books, and marks the books that the person has", async () => {
    listBooks([
      aBook(),
      aBook({ _id: "book-2", title: "Emma", availableCopies: 0 }),
      aBook({ _id: "book-3", title: "Ulysses" }),
    ]);
    const mine = aBorrowing({
      book: { ...aBorrowing().book, _id: "book-3" },
      dueOn: "2999-02-03",
    });
    server.use(http.get(api("/borrowings/my-borrowings"), () => page([{ ...mine }])));
    const { all } = await open();
    expect(await all.findByRole("button", { name: "Borrow Dune" })).toBeEnabled();
    expect(all.queryByRole("button", { name: "Borrow Emma" })).toBeNull();
    expect(all.getByText("None available")).toBeVisible();
    const having = await all.findByText("You have this until Feb 3");
    expect(having).toBeVisible();
    expect(all.getByRole("button", { name: "Borrow Ulysses" })).toHaveAccessibleDescription(
      "You already have this book",
    );
  });

  it("borrows a book, shows a message, and reloads the lists", async () => {
    const queries = listBooks([aBook()]);
    const lent = { ...aBorrowing({ dueOn: "2999-01-19" }) };
    const borrowed: unknown[] = [];
    server.use(
      http.post(api("/borrowings/:id"), async ({ params, request }) => {
        borrowed.push([params.id, await request.text()]);
        server.use(http.get(api("/borrowings/my-borrowings"), () => page([lent])));
        return answer({ ...lent });
      }),
    );
    const { user, all } = await open();
    await user.click(await all.findByRole("button", { name: "Borrow Dune" }));
    expect(await screen.findByText("Book borrowed successfully!")).toBeVisible();
    expect(borrowed).toEqual([["book-1", ""]]);
    await waitFor(() => expect(queries).toHaveLength(2));
    expect(await all.findByText("You have this until Jan 19")).toBeVisible();
  });

  it.each([
    [() => failure(409, "limit", "You have reached the limit"), "You have reached the limit"],
    [() => HttpResponse.error(), "Failed to borrow book"],
    [
      () => failure(401, "not_signed_in", "Please log in to borrow a book"),
      "Please log in to borrow a book",
    ],
  ])("shows why a borrowing failed (%#)", async (respond, message) => {
    listBooks([aBook()]);
    server.use(http.post(api("/borrowings/:id"), respond));
    const { user, all } = await open();
    await user.click(await all.findByRole("button", { name: "Borrow Dune" }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("shows the shelf of the person's semester first, except during a search", async () => {
    const queries = listBooks([aBook()]);
    const { router } = await open("/books", aUser({ currentSemesterCategory: "Humanities" }));
    const shelf = await screen.findByRole("region", { name: "Semester Study: Humanities" });
    expect(await within(shelf).findByRole("link", { name: "Dune" })).toBeVisible();
    expect(queries).toContainEqual({
      isSemesterStudy: "true",
      category: "Humanities",
      sort: "popular",
      limit: "20",
    });
    await router.navigate("/books?search=dune");
    await waitFor(() => expect(screen.queryByRole("region", { name: /Semester/ })).toBeNull());
  });
});
