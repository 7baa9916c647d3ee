import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { aBorrowing, aUser, someBorrowings } from "@/test/fixtures.ts";
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

/** Answers the history, and keeps what was asked. */
function listHistory(borrowings: Borrowing[], ever = borrowings.length) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get(api("/borrowings/my-history"), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(
        borrowings.map((borrowing) => ({ ...borrowing })),
        totals(ever),
      );
    }),
  );
  return asked;
}

async function open(path: string, heading: string) {
  signedInAs(aUser());
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: heading });
  return { router, user: userEvent.setup({ delay: null }) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("My Borrowings", () => {
  it("shows what is out with its due day and the fine so far", async () => {
    await open("/my-borrowings", "My Borrowings");
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    const [late, active] = await current.findAllByRole("article");
    for (const text of ["Solaris", "Stanisław Lem", "Overdue", "Jan 19, 2024", "$1.25"]) {
      expect(late).toHaveTextContent(text);
    }
    expect(active).toHaveTextContent("Active");
    expect(within(active as HTMLElement).queryByText("Fine so far")).toBeNull();
  });

  it("renews one book and says until when", async () => {
    const renewed: string[] = [];
    server.use(
      http.post(api("/borrowings/:id/renew"), ({ params: { id } }) => {
        renewed.push(String(id));
        return answer(aBorrowing({ dueOn: "2024-02-02", renewals: 1, renewalsLeft: 1 }));
      }),
    );
    const { user } = await open("/my-borrowings", "My Borrowings");
    const [button] = await screen.findAllByRole("button", { name: /^Renew (?!All)/ });
    await user.click(button as HTMLElement);
    expect(await screen.findByText("Renewed until Feb 2, 2024")).toBeVisible();
    expect(renewed).toEqual(["borrowing-2"]);
  });

  it("gives the server's reason when a book cannot be renewed", async () => {
    const words = "This book can be renewed from 2024-01-16";
    server.use(http.post(api("/borrowings/:id/renew"), () => failure(409, "too_early", words)));
    const { user } = await open("/my-borrowings", "My Borrowings");
    const [button] = await screen.findAllByRole("button", { name: /^Renew (?!All)/ });
    await user.click(button as HTMLElement);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("offers no renewal where none is left, and says why", async () => {
    server.use(
      http.get(api("/borrowings/my-borrowings"), () => page([aBorrowing({ renewalsLeft: 0 })])),
    );
    await open("/my-borrowings", "My Borrowings");
    const button = await screen.findByRole("button", { name: /^Renew / });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription("No renewals are left for this book");
    expect(screen.queryByRole("button", { name: "Renew All" })).toBeNull();
  });

  it("renews all that can be renewed, and lists the others with their reasons", async () => {
    const [late, active] = someBorrowings() as [Borrowing, Borrowing];
    const refusals = [
      { code: "no_renewals_left", message: "It was renewed twice", overridable: true },
    ];
    server.use(
      http.post(api("/borrowings/renew-all"), () =>
        answer({ renewed: [active], refused: [{ borrowing: late, refusals }] }),
      ),
    );
    const { user } = await open("/my-borrowings", "My Borrowings");
    await user.click(await screen.findByRole("button", { name: "Renew All" }));
    expect(await screen.findByText("1 book renewed")).toBeVisible();
    expect(screen.getByText("1 book could not be renewed")).toBeVisible();
    const [entry] = screen.getAllByText(/It was renewed twice/);
    expect(entry).toHaveTextContent("Solaris: It was renewed twice");
  });

  it("lists what came back lately, and nothing that is still out", async () => {
    const asked = listHistory(someBorrowings().filter(({ status }) => status === "returned"));
    await open("/my-borrowings", "My Borrowings");
    const recent = within(screen.getByRole("region", { name: "Borrowing History" }));
    expect(await recent.findByText("Borrowed Jan 5, 2024")).toBeVisible();
    expect(recent.getByText("Returned Jan 25, 2024")).toBeVisible();
    expect(recent.getByText("Returned")).toBeVisible();
    expect(asked).toEqual([{ status: "returned", limit: "5" }]);
  });

  it("says so when there is nothing", async () => {
    server.use(http.get(api("/borrowings/my-borrowings"), () => page([])));
    listHistory([], 0);
    await open("/my-borrowings", "My Borrowings");
    expect(await screen.findByText("No Active Borrowings")).toBeVisible();
    expect(await screen.findByText("No Borrowing History")).toBeVisible();
  });

  it("says what failed, beside what did not", async () => {
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
  it("says of each fine whether it is paid, and of a running one that it grows", async () => {
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
      (row) => within(row).getAllByRole("cell").at(-2)?.lastElementChild?.textContent,
    );
    expect(fines).toEqual([
      "$1.25so far",
      "—No fine",
      "$1.50Unpaid",
      "$2.00Paid",
      "$5.00Unpaid$1.00 left",
    ]);
  });

  it("asks what one thinks of what is back, and shows what one has said", async () => {
    const rated = aBorrowing({
      _id: "borrowing-4",
      book: { ...aBorrowing().book, _id: "book-4", title: "Emma" },
      status: "returned",
    });
    listHistory([...someBorrowings(), rated]);
    await open("/my-history", "History");
    await screen.findAllByRole("row");
    const named = (name: string) => screen.queryAllByRole("button", { name });
    // On the wide screen and on the phone.
    expect(named("Rate الأيام")).toHaveLength(2);
    expect(named("Your rating of Emma: 4 stars. Change it")).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: /^Rate|^Your rating/ })).toHaveLength(4);
  });

  it("sums up the whole", async () => {
    listHistory(someBorrowings(), 12);
    await open("/my-history", "History");
    const sums = within(await screen.findByRole("region", { name: "In total" }));
    for (const text of ["12", "10", "2 still with you", "$3.00", "$1.50", "Pay at the desk"]) {
      expect(await sums.findByText(text)).toBeVisible();
    }
  });

  it("filters by year and status, in the address", async () => {
    const asked = listHistory(someBorrowings(), 12);
    const { router, user } = await open("/my-history?page=2", "History");
    await screen.findAllByRole("row");
    await user.selectOptions(screen.getByLabelText("Year"), "2023");
    await user.selectOptions(screen.getByLabelText("Status"), "Overdue");
    expect(router.state.location.search).toBe("?year=2023&status=overdue");
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ year: "2023", status: "overdue", page: "1", limit: "20" }),
    );
  });

  it("tells a filter that leaves nothing from never having borrowed", async () => {
    listHistory([], 12);
    const { router, user } = await open("/my-history?year=2023", "History");
    await user.click(await screen.findByRole("button", { name: "Clear Filters" }));
    expect(router.state.location.search).toBe("");
  });

  it("is empty for somebody who never borrowed", async () => {
    listHistory([], 0);
    await open("/my-history", "History");
    expect(await screen.findByText("No Borrowing History")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  it("saves all that fits the filters as a file", async () => {
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
    const asked = listHistory(someBorrowings(), 12);
    const { user } = await open("/my-history?year=2024", "History");
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Your history has been saved as a file.")).toBeVisible();
    expect(asked.at(-1)).toEqual({ year: "2024", page: "1", limit: "100" });
    expect(names).toEqual(["borrowing-history-2024.csv"]);
    expect(await files[0]?.text()).toContain("Solaris,Stanisław Lem");
  });
});
