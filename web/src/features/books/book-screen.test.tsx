import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { LibraryRules } from "@/api/shapes.ts";
import { addDays } from "@/lib/dates.ts";
import { formatOf } from "@/lib/format-context.tsx";
import { WEEKDAYS, type Weekday } from "@/lib/weekdays.ts";
import { fact, openBook } from "@/test/book-screen.tsx";
import { coverOf } from "@/test/covers.ts";
import { aBookDetail, anOpinion, aReview, aViewer } from "@/test/fixtures/books.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { theLibraryRules } from "@/test/fixtures/settings.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

// The first of two buttons: one is in the panel, one in the bar for phones, and styles hide one of them.
const borrowButton = () => screen.getAllByRole("button", { name: "Borrow Book" })[0] as HTMLElement;

describe("the screen of a book", () => {
  it("shows no available copies of an archived book", async () => {
    const { main } = await openBook({ archivedAt: "2024-01-02T09:00:00.000Z" });
    expect(main.getByText("No longer in the catalogue")).toBeVisible();
    expect(main.queryByText("2 of 3 available")).toBeNull();
    expect(fact("Available copies")).toBeUndefined();
    expect(fact("Total copies")).toHaveTextContent("3");
  });

  it("leads from a merged book to the book that was kept", async () => {
    const merged = { archivedAt: "2024-01-02T09:00:00.000Z", mergedInto: "book-2" };
    signedInAs(aUser());
    server.use(
      http.get(api("/books/:id"), ({ params }) =>
        answer({
          ...(params.id === "book-1"
            ? aBookDetail(merged)
            : aBookDetail({ _id: "book-2", title: "Dune Messiah" })),
        }),
      ),
    );
    await renderApp("/books/book-1");
    expect(await screen.findByRole("heading", { level: 1, name: "Dune Messiah" })).toBeVisible();
    expect(screen.queryByText("No longer in the catalogue")).toBeNull();
  });

  it("shows all details of the book", async () => {
    await openBook({ editionStatement: "2nd, revised edition" });
    await waitFor(() => expect(fact("ISBN")).toHaveTextContent("978-0-441-01359-3"));
    for (const [name, value] of [
      ["Category", "Science Fiction and Fantasy"],
      ["Published", "1965"],
      ["Publisher", "Ace"],
      ["Edition", "2nd, revised edition"],
      ["Pages", "604"],
      ["Language", "English"],
      ["Borrowing period", "14 days"],
      ["Available copies", "2"],
      ["Total copies", "3"],
    ] as const) {
      expect(fact(name)).toHaveTextContent(value);
    }
    expect(screen.getByText("A desert planet, and who rules it.")).toBeVisible();
    expect(screen.getByText("4.4 out of 5, 12 ratings")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "More books by Frank Herbert" })).toHaveAttribute(
      "href",
      "/books?search=Frank+Herbert",
    );
  });

  it.each(["/covers/dune.webp", null])(
    "shows the cover of the book, whose own image is %j",
    async (coverImage) => {
      // Without other books of the category, whose covers would also be on the screen.
      server.use(http.get(api("/books"), () => page([])));
      await openBook({ coverImage });
      expect(coverOf(screen.getByRole("main"))).toEqual({
        image: coverImage,
        words: expect.stringContaining("Dune"),
      });
    },
  );

  it("shows N/A for unknown pages and publisher, and leaves out other unknown details", async () => {
    await openBook({ pages: null, publisher: null, isbn: null, publishedYear: null });
    expect(fact("Pages")).toHaveTextContent("N/A");
    expect(fact("Publisher")).toHaveTextContent("N/A");
    expect(fact("ISBN")).toBeUndefined();
    expect(fact("Edition")).toBeUndefined();
    expect(fact("Published")).toBeUndefined();
  });

  describe("shows the borrowing period of the book, and why the length of a loan from today differs", () => {
    const today = formatOf(aLibrary().timeZone).today();
    const weekdayOf = (day: string) => WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] as Weekday;
    const last = addDays(today, 14);

    it.each<[string, number, Partial<LibraryRules>, string | RegExp]>([
      [
        "shorter, because nothing is due later",
        12,
        { latestDueDate: addDays(today, 12) },
        /^Shorter than the borrowing period of 14 days, because books are due by /,
      ],
      [
        "longer, because the library is closed on two days",
        16,
        {
          closedWeekdays: [weekdayOf(last)],
          closures: [{ date: addDays(last, 1), name: "Holiday" }],
        },
        "Longer than the borrowing period of 14 days, because the library is closed on its last day.",
      ],
      [
        "longer, although the library is open",
        16,
        { closedWeekdays: [], closures: [] },
        "A special rule applies instead of the borrowing period of 14 days.",
      ],
      [
        "shorter, without a last due date",
        3,
        {},
        "A special rule applies instead of the borrowing period of 14 days.",
      ],
    ])("%s", async (_case, days, rules, reason) => {
      server.use(http.get(api("/library/rules"), () => answer({ ...theLibraryRules(rules) })));
      await openBook({ viewer: aViewer({ dueOnIfBorrowedNow: addDays(today, days) }) });
      expect(screen.getByText(`${days} days if you borrow it now`)).toBeVisible();
      expect(fact("Borrowing period")).toHaveTextContent("14 days");
      expect(await screen.findByText(reason)).toBeVisible();
    });

    it("without a reason when it does not", async () => {
      await openBook({ viewer: aViewer({ dueOnIfBorrowedNow: last }) });
      expect(screen.getByText("14 days if you borrow it now")).toBeVisible();
      expect(screen.queryByText(/borrowing period of 14 days/)).toBeNull();
    });
  });

  it("shows the due date of a borrowing made today", async () => {
    await openBook();
    expect(screen.getByText("Yours until Mar 15, 2024")).toBeVisible();
    expect(borrowButton()).not.toHaveAttribute("aria-disabled");
  });

  it("needs two requests: the book with its ratings and reviews, and the shelf of its category", async () => {
    signedInAs(aUser());
    const paths: string[] = [];
    const opinions = {
      rating: anOpinion({ mine: null }),
      reviews: {
        data: [aReview({ text: "Worth the time" })],
        pagination: { page: 1, limit: 10, total: 1, pages: 1 },
      },
    };
    server.use(
      http.get(api("/books/:id"), ({ request }) => {
        expect(new URL(request.url).searchParams.get("include")).toBe("opinions");
        return answer({ ...aBookDetail({ opinions }) });
      }),
    );
    server.events.on("request:start", ({ request }) => paths.push(new URL(request.url).pathname));
    await renderApp("/books/book-1");
    expect(await screen.findByText("Worth the time")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Add to Favorites: Dune" })).toBeVisible();
    await waitFor(() => expect(paths).toContain("/api/books"));
    const ofScreen = paths.filter((path) => /\/(books|favorites)/.test(path));
    expect(ofScreen.sort()).toEqual(["/api/books", "/api/books/book-1"]);
    server.events.removeAllListeners();
  });

  it("promises no copy for a day in the past", async () => {
    await openBook({
      availableCopies: 0,
      nextDueDate: "2024-03-01T22:59:59.000Z",
      viewer: { myBorrowing: null, dueOnIfBorrowedNow: null, isFavorite: false, refusals: [] },
    });
    const panel = within(screen.getByRole("region", { name: "Borrow this book" }));
    expect(panel.getByText("None available · was due Mar 1")).toBeVisible();
    expect(panel.getByText("The next copy was due on Mar 1, 2024 and is overdue.")).toBeVisible();
  });

  it("shows every reason against borrowing, and when the next copy is due back", async () => {
    const { user } = await openBook({
      availableCopies: 0,
      viewer: {
        myBorrowing: null,
        dueOnIfBorrowedNow: null,
        isFavorite: false,
        refusals: [
          { code: "no_copy_available", message: "No copies of this book are available" },
          { code: "overdue_borrowings", message: "Please return your overdue book first" },
        ],
      },
    });
    const panel = within(screen.getByRole("region", { name: "Borrow this book" }));
    expect(panel.getByText("None available · next due Mar 1")).toBeVisible();
    expect(panel.getByText("Please return your overdue book first")).toBeVisible();
    expect(panel.getByText("The next copy is due on Mar 1, 2999.")).toBeVisible();
    expect(borrowButton()).toHaveAttribute("aria-disabled", "true");
    expect(borrowButton()).toHaveAccessibleDescription("No copies of this book are available");
    // A request would fail the test.
    await user.click(borrowButton());
  });

  it("disables Borrow Book with a spinner while the request is running", async () => {
    const { user } = await openBook();
    const requests: string[] = [];
    server.use(
      http.post(api("/borrowings/:id"), async ({ params }) => {
        requests.push(String(params.id));
        await delay("infinite");
      }),
    );
    expect(borrowButton()).not.toHaveAttribute("aria-disabled");
    await user.click(borrowButton());
    await waitFor(() => expect(requests).toEqual(["book-1"]));
    for (const button of screen.getAllByRole("button", { name: "Borrow Book" })) {
      expect(button).toHaveAttribute("aria-disabled", "true");
      expect(button.querySelector(".animate-spin")).toBeVisible();
      await user.click(button);
    }
    expect(requests).toEqual(["book-1"]);
  });

  it("borrows the book, and moves the focus to the new state", async () => {
    const { user } = await openBook();
    const viewer = {
      myBorrowing: {
        _id: "borrowing-1",
        dueDate: "2024-03-15T23:59:59.000Z",
        dueOn: "2024-03-15",
        status: "active" as const,
      },
      dueOnIfBorrowedNow: null,
      isFavorite: false,
      refusals: [{ code: "already_borrowed" as const, message: "You already have this book" }],
    };
    server.use(
      http.post(api("/borrowings/book-1"), () => {
        server.use(
          http.get(api("/books/:id"), () =>
            answer({ ...aBookDetail({ availableCopies: 1, viewer }) }),
          ),
        );
        return answer({ ...aBorrowing() });
      }),
    );
    await user.click(borrowButton());
    expect(await screen.findByText("Book borrowed successfully!")).toBeVisible();
    expect(await screen.findByText("You have this book until Mar 15, 2024")).toBeVisible();
    expect(screen.getByText("1 left")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Borrow Book" })).toBeNull();
    expect(screen.getByRole("region", { name: "Borrow this book" })).toHaveFocus();
  });

  it("offers to undo a borrowing, and moves the focus to the result", async () => {
    const { user } = await openBook();
    const undone: string[] = [];
    const free = aBookDetail();
    const mine = {
      ...free.viewer,
      myBorrowing: {
        _id: "borrowing-1",
        dueDate: "2024-01-19T23:59:59.000Z",
        dueOn: "2024-01-19",
        status: "active" as const,
      },
    };
    server.use(
      http.post(api("/borrowings/book-1"), () => {
        server.use(http.get(api("/books/:id"), () => answer({ ...free, viewer: mine })));
        return answer({ ...aBorrowing() });
      }),
      http.post(api("/borrowings/:id/undo"), ({ params }) => {
        undone.push(String(params.id));
        server.use(http.get(api("/books/:id"), () => answer({ ...free })));
        return answer(null);
      }),
    );
    await user.click(borrowButton());
    const toast = await screen.findByRole("group", { name: "Book borrowed successfully!" });
    expect(toast).toHaveAccessibleDescription("Dune Due Jan 19, 2024");
    const panel = screen.getByRole("region", { name: "Borrow this book" });
    within(panel).getByRole("link", { name: "Go to My Borrowings" }).focus();
    await user.keyboard("{F6}{Tab}{Tab}{Enter}");
    expect(await screen.findByText("Borrowing undone")).toBeVisible();
    expect(undone).toEqual(["borrowing-1"]);
    expect(borrowButton()).toBeVisible();
    expect(panel).toHaveFocus();
  });

  it("shows why a borrowing could not be undone", async () => {
    const { user } = await openBook();
    const message = "This borrowing was renewed in the meantime";
    server.use(
      http.post(api("/borrowings/book-1"), () => answer({ ...aBorrowing() })),
      http.post(api("/borrowings/:id/undo"), () => failure(409, "undo_overtaken", message)),
    );
    await user.click(borrowButton());
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText("Borrowing undone")).toBeNull();
  });

  it("reloads the book when another person borrows the last copy first", async () => {
    const { user } = await openBook();
    server.use(
      http.post(api("/borrowings/book-1"), () => {
        server.use(
          http.get(api("/books/:id"), () =>
            answer({
              ...aBookDetail({
                availableCopies: 0,
                viewer: {
                  myBorrowing: null,
                  dueOnIfBorrowedNow: null,
                  isFavorite: false,
                  refusals: [{ code: "no_copy_available", message: "No copies are available" }],
                },
              }),
            }),
          ),
        );
        return failure(409, "no_copy_available", "No copies of this book are available");
      }),
    );
    await user.click(borrowButton());
    expect(await screen.findByText("No copies of this book are available")).toBeVisible();
    expect(await screen.findByText("None available · next due Mar 1")).toBeVisible();
  });

  it("shows a message for a book that does not exist", async () => {
    signedInAs(aUser());
    server.use(http.get(api("/books/:id"), () => failure(404, "book_not_found", "Book not found")));
    await renderApp("/books/nosuchbook");
    expect(await screen.findByRole("heading", { level: 1, name: "Book not found" })).toBeVisible();
    expect(document.title).toContain("Book not found");
  });

  it.each([
    [
      () => failure(422, "validation", "The address is not one of a book"),
      "The address is not one of a book",
    ],
    [() => HttpResponse.error(), "Failed to fetch book details"],
  ])("shows why the book could not be loaded (%#)", async (respond, message) => {
    signedInAs(aUser());
    server.use(http.get(api("/books/:id"), respond));
    await renderApp("/books/book-1");
    expect(await screen.findByText(message)).toBeVisible();
    // A toast may offer the same.
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});
