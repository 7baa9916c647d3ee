import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { coverOf } from "@/test/covers.ts";
import { aBorrowing, aRenewed, someBorrowings } from "@/test/fixtures/borrowings.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const totals = (borrowings: number) => ({
  totals: {
    borrowings,
    returned: Math.max(0, borrowings - 2),
    finesBooked: 3,
    finesOutstanding: 1.5,
    years: [2024, 2023],
  },
  ratings: [{ bookId: "book-4", stars: 4 }],
});

/** Serves the history, and records the queries. */
function listHistory(borrowings: Borrowing[], ever = borrowings.length) {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get(api("/borrowings/my-history"), ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(
        borrowings.map((borrowing) => ({ ...borrowing })),
        totals(ever),
      );
    }),
  );
  return queries;
}

type Within = ReturnType<typeof within>;

async function open(path: string, heading: string) {
  signedInAs(aUser());
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: heading });
  return { router, user: userEvent.setup({ delay: null }) };
}

afterEach(() => {
  vi.useRealTimers();
});

/** Renews all books, and confirms that the fines of the overdue ones are charged. */
async function renewAll(user: UserEvent) {
  await user.click(await screen.findByRole("button", { name: "Renew all" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Renew and charge the fine?" });
  await user.click(within(dialog).getByRole("button", { name: "Renew all" }));
}

describe("My Borrowings", () => {
  it("shows open borrowings with their due dates and running fines", async () => {
    await open("/my-borrowings", "My Borrowings");
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    const [late, active] = (await current.findAllByRole("article")).map((card) => within(card)) as [
      Within,
      Within,
    ];
    expect(late.getByRole("heading", { name: "Solaris" })).toBeVisible();
    for (const text of ["Stanisław Lem", "Overdue", "Jan 19, 2024", "Jan 5, 2024", "$1.25"]) {
      expect(late.getByText(text)).toBeVisible();
    }
    expect(late.getByText("Overdue").parentElement).toHaveClass("bg-danger-soft");
    expect(active.getByRole("heading", { name: "Dune" })).toBeVisible();
    expect(active.getByText("Active").parentElement).toHaveClass("bg-info-soft");
    expect(active.queryByText("Fine so far")).toBeNull();
  });

  it("shows the cover of each borrowed book", async () => {
    const [solaris, dune] = someBorrowings() as [Borrowing, Borrowing];
    const mine = [
      { ...solaris, book: { ...solaris.book, coverImage: "/covers/solaris.webp" } },
      dune,
    ];
    server.use(http.get(api("/borrowings/my-borrowings"), () => page(mine)));
    await open("/my-borrowings", "My Borrowings");
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    const [first, second] = (await current.findAllByRole("article")) as [HTMLElement, HTMLElement];
    expect(coverOf(first).image).toBe("/covers/solaris.webp");
    expect(coverOf(second)).toEqual({ image: null, words: expect.stringContaining("Dune") });
  });

  it("renews a book and shows the new due date", async () => {
    const renewed: string[] = [];
    server.use(
      http.post(api("/borrowings/:id/renew"), ({ params: { id } }) => {
        renewed.push(String(id));
        return answer(aRenewed());
      }),
    );
    const { user } = await open("/my-borrowings", "My Borrowings");
    await user.click(await screen.findByRole("button", { name: "Renew Dune" }));
    expect(await screen.findByText("“Dune” renewed until Feb 2, 2024")).toBeVisible();
    expect(renewed).toEqual(["borrowing-1"]);
  });

  it("keeps the books and says so when they cannot be loaded again", async () => {
    let reached = true;
    server.use(
      http.get(api("/borrowings/my-borrowings"), () =>
        reached ? page(someBorrowings()) : HttpResponse.error(),
      ),
      http.post(api("/borrowings/:id/renew"), () => {
        reached = false;
        return answer(aRenewed());
      }),
    );
    const { user } = await open("/my-borrowings", "My Borrowings");
    await user.click(await screen.findByRole("button", { name: "Renew Dune" }));
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    const notice = "This list could not be updated and may be out of date.";
    expect(await current.findByText(new RegExp(notice))).toBeVisible();
    expect(current.getByRole("heading", { name: "Dune" })).toBeVisible();
    reached = true;
    await user.click(current.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(current.queryByText(new RegExp(notice))).toBeNull());
  });

  it("shows the server's reason when a renewal is refused", async () => {
    const words = "This book can be renewed from 2024-01-16";
    server.use(http.post(api("/borrowings/:id/renew"), () => failure(409, "too_early", words)));
    const { user } = await open("/my-borrowings", "My Borrowings");
    await user.click(await screen.findByRole("button", { name: "Renew Dune" }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each([
    [2, "This book has no renewals left"],
    [0, "This book cannot be renewed"],
  ])(
    "disables Renew with the server's reason when no renewals are left after %i",
    async (renewals, reason) => {
      server.use(
        http.get(api("/borrowings/my-borrowings"), () =>
          page([aBorrowing({ renewals, renewalsLeft: 0 })]),
        ),
      );
      await open("/my-borrowings", "My Borrowings");
      const button = await screen.findByRole("button", { name: /^Renew / });
      expect(button).toHaveAttribute("aria-disabled", "true");
      expect(button).toHaveAccessibleDescription(reason);
      expect(screen.queryByRole("button", { name: "Renew all" })).toBeNull();
    },
  );

  it("lists renewed books, and refused ones with their reasons, after Renew All", async () => {
    const [late, active] = someBorrowings() as [Borrowing, Borrowing];
    const refusals = [
      { code: "too_early", message: "It can be renewed tomorrow", overridable: true },
    ];
    const used = aBorrowing({
      _id: "borrowing-4",
      book: { ...active.book, _id: "book-4", title: "Emma" },
      renewalsLeft: 0,
    });
    const usedUp = [
      { code: "no_renewals_left", message: "It was renewed twice", overridable: true },
      { code: "account_blocked", message: "Your account is blocked.", overridable: true },
    ];
    server.use(
      http.get(api("/borrowings/my-borrowings"), () => page([late, active, used])),
      http.post(api("/borrowings/renew-all"), () =>
        answer({
          renewed: [aRenewed({ _id: active._id, fineCharged: 0.75 })],
          refused: [
            { borrowing: used, refusals: usedUp },
            { borrowing: late, refusals },
          ],
        }),
      ),
    );
    const { user } = await open("/my-borrowings", "My Borrowings");
    await renewAll(user);
    const heading = await screen.findByText("1 book renewed");
    expect(heading.parentElement).toHaveTextContent(
      "Dune: due Feb 2, 2024. A fine of $0.75 was charged.",
    );
    const notice = screen.getByText("2 books could not be renewed").parentElement as HTMLElement;
    const books = [...(notice.querySelector("ul")?.children ?? [])];
    expect(
      books.map((book) => [
        book.querySelector("span")?.textContent,
        ...within(book as HTMLElement)
          .getAllByRole("listitem")
          .map(({ textContent }) => textContent),
      ]),
    ).toEqual([
      ["Emma", "It was renewed twice", "Your account is blocked."],
      ["Solaris", "It can be renewed tomorrow"],
    ]);
  });

  it("shows a message when Renew All finds no open book", async () => {
    server.use(http.post(api("/borrowings/renew-all"), () => answer({ renewed: [], refused: [] })));
    const { user } = await open("/my-borrowings", "My Borrowings");
    await renewAll(user);
    expect(await screen.findByText("None of your books can be renewed now")).toBeVisible();
    expect(screen.queryByText(/could not be renewed/)).toBeNull();
  });

  it("loads all open borrowings and shows them page by page", async () => {
    const borrowings = Array.from({ length: 130 }, (_, index) => {
      const title = `Book ${index + 1}`;
      const book = { ...aBorrowing().book, _id: `book-${index + 1}`, title };
      return aBorrowing({ _id: `borrowing-${index + 1}`, book });
    });
    const requested: string[] = [];
    server.use(
      http.get(api("/borrowings/my-borrowings"), ({ request }) => {
        const query = new URL(request.url).searchParams;
        requested.push(query.toString());
        const number = Number(query.get("page"));
        const pagination = { page: number, limit: 100, total: 130, pages: 2 };
        return answer(borrowings.slice((number - 1) * 100, number * 100), { pagination });
      }),
    );
    const { router, user } = await open("/my-borrowings", "My Borrowings");
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    expect(await current.findByText("1–50 of 130")).toBeVisible();
    expect(requested).toEqual(["page=1&limit=100", "page=2&limit=100"]);
    await user.click(current.getByRole("button", { name: "Next" }));
    await user.click(current.getByRole("button", { name: "Next" }));
    expect(await current.findByText("101–130 of 130")).toBeVisible();
    expect(current.getByRole("heading", { name: "Book 130" })).toBeVisible();
    expect(router.state.location.search).toBe("?page=3");
  });

  it("shows the last page when the address names a later one", async () => {
    await open("/my-borrowings?page=7", "My Borrowings");
    expect(await screen.findByRole("heading", { name: "Dune" })).toBeVisible();
  });

  it("lists only recently returned books", async () => {
    const queries = listHistory(someBorrowings().filter(({ status }) => status === "returned"));
    await open("/my-borrowings", "My Borrowings");
    const recent = within(screen.getByRole("region", { name: "Borrowing History" }));
    expect(await recent.findByText("Borrowed Jan 5, 2024")).toBeVisible();
    expect(recent.getByText("Returned Jan 25, 2024")).toBeVisible();
    expect(recent.getByText("Returned").parentElement).toHaveClass("bg-success-soft");
    expect(recent.getByRole("link", { name: "Full history" })).toHaveAttribute(
      "href",
      "/my-history",
    );
    expect(queries).toEqual([{ status: "returned", limit: "5" }]);
  });

  it("shows messages when there are no borrowings", async () => {
    server.use(http.get(api("/borrowings/my-borrowings"), () => page([])));
    listHistory([], 0);
    await open("/my-borrowings", "My Borrowings");
    expect(await screen.findByText("No Active Borrowings")).toBeVisible();
    expect(await screen.findByText("No Borrowing History")).toBeVisible();
  });

  it("shows the failure of one list beside the other list", async () => {
    server.use(
      http.get(api("/borrowings/my-borrowings"), () => failure(404, "gone", "Nothing is here")),
    );
    await open("/my-borrowings", "My Borrowings");
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    expect(await current.findByText("Nothing is here")).toBeVisible();
    expect(current.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(await screen.findByText("Returned Jan 25, 2024")).toBeVisible();
  });
});

describe("the history", () => {
  it("shows each borrowing with its status, borrowed date and returned date", async () => {
    listHistory(someBorrowings());
    await open("/my-history", "History");
    const table = within(await screen.findByRole("table"));
    const headers = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers.slice(0, 4)).toEqual(["Book", "Status", "Borrowed", "Returned"]);
    const rows = table.getAllByRole("row").slice(1);
    const colours = {
      Overdue: "bg-danger-soft",
      Active: "bg-info-soft",
      Returned: "bg-success-soft",
    };
    for (const [index, [title, status, returned]] of (
      [
        ["Solaris", "Overdue", "Not yetdue Jan 19, 2024"],
        ["Dune", "Active", "Not yetdue Jan 19, 2024"],
        ["الأيام", "Returned", "Jan 25, 2024"],
      ] as const
    ).entries()) {
      const row = within(rows[index] as HTMLElement);
      expect(row.getByRole("link", { name: title })).toBeVisible();
      const [badge, ...dates] = row.getAllByRole("cell").slice(0, 3) as [
        HTMLElement,
        ...HTMLElement[],
      ];
      expect(within(badge).getByText(status).parentElement).toHaveClass(colours[status]);
      expect(dates.map(({ textContent }) => textContent)).toEqual(["Jan 5, 2024", returned]);
    }
    expect(rows).toHaveLength(3);
  });

  it("shows each fine as paid, unpaid or running", async () => {
    listHistory([
      ...someBorrowings(),
      aBorrowing({
        _id: "borrowing-4",
        status: "returned",
        returnedDate: "2024-01-30T10:00:00.000Z",
        fineAmount: 2,
        finePaid: true,
      }),
      aBorrowing({
        _id: "borrowing-5",
        status: "returned",
        returnedDate: "2024-01-30T10:00:00.000Z",
        fineAmount: 5,
        fineOutstanding: 1,
        finePaid: false,
      }),
    ]);
    await open("/my-history", "History");
    const rows = (await screen.findAllByRole("row")).slice(1);
    const fines = rows.map(
      (row) => within(row).getAllByRole("cell")[3]?.lastElementChild?.textContent,
    );
    expect(fines).toEqual([
      "$1.25so far",
      "—No fine",
      "$1.50Unpaid",
      "$2.00Paid",
      "$5.00Unpaid$1.00 left",
    ]);
  });

  it("offers a rating of returned books, and shows ratings already given", async () => {
    const rated = aBorrowing({
      _id: "borrowing-4",
      book: { ...aBorrowing().book, _id: "book-4", title: "Emma" },
      status: "returned",
    });
    listHistory([...someBorrowings(), rated]);
    await open("/my-history", "History");
    await screen.findAllByRole("row");
    const named = (name: string) => screen.queryAllByRole("button", { name });
    expect(named("Rate الأيام")).toHaveLength(1);
    expect(named("Your rating of Emma: 4 stars. Change it")).toHaveLength(1);
    expect(screen.getAllByRole("button", { name: /^Rate|^Your rating/ })).toHaveLength(2);
  });

  it("shows the totals of the whole history", async () => {
    listHistory(someBorrowings(), 12);
    await open("/my-history", "History");
    const sums = within(await screen.findByRole("region", { name: "Totals" }));
    for (const text of ["12", "10", "2 not returned yet", "$3.00", "$1.50", "Pay at the desk"]) {
      expect(await sums.findByText(text)).toBeVisible();
    }
  });

  it("filters by year and status, and records them in the address", async () => {
    const queries = listHistory(someBorrowings(), 12);
    const { router, user } = await open("/my-history?page=2", "History");
    await screen.findAllByRole("row");
    await user.selectOptions(screen.getByLabelText("Year"), "2023");
    await user.selectOptions(screen.getByLabelText("Status"), "Overdue");
    expect(router.state.location.search).toBe("?year=2023&status=overdue");
    await waitFor(() =>
      expect(queries.at(-1)).toEqual({ year: "2023", status: "overdue", page: "1", limit: "20" }),
    );
  });

  it("offers to clear filters that match nothing", async () => {
    listHistory([], 12);
    const { router, user } = await open("/my-history?year=2023", "History");
    await user.click(await screen.findByRole("button", { name: "Clear Filters" }));
    expect(router.state.location.search).toBe("");
  });

  it("is empty for a person without borrowings", async () => {
    listHistory([], 0);
    await open("/my-history", "History");
    expect(await screen.findByText("No Borrowing History")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  it("downloads all matching borrowings as a file", async () => {
    const files: Blob[] = [];
    const names: string[] = [];
    vi.stubGlobal(
      "URL",
      Object.assign(URL, {
        createObjectURL: (file: Blob) => {
          files.push(file);
          return "blob:history";
        },
        revokeObjectURL: () => {},
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const queries = listHistory(someBorrowings(), 12);
    const { user } = await open("/my-history?year=2024", "History");
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("History downloaded")).toBeVisible();
    expect(queries.at(-1)).toEqual({ year: "2024", page: "1", limit: "100" });
    expect(names).toEqual(["borrowing-history-2024.csv"]);
    expect(await files[0]?.text()).toContain("Solaris,Stanisław Lem");
  });
});
