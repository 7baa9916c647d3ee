import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const TITLES = ["Dune", "Solaris", "Emma", "Persuasion"];

/** Borrowings of four books, the last of which is returned. */
function fourBorrowings(): Borrowing[] {
  return TITLES.map((title, index) => {
    const borrowing = aBorrowing({ _id: `borrowing-${index + 1}` });
    return {
      ...borrowing,
      book: { ...borrowing.book, title },
      status: index === 3 ? ("returned" as const) : ("active" as const),
    };
  });
}

async function open(path = "/admin/borrowings") {
  signedInAs(anAdmin());
  const { router } = await renderApp(path);
  await screen.findByRole("link", { name: "Dune" });
  return { router, user: userEvent.setup({ delay: null }) };
}

function serveList(borrowings: () => Borrowing[]) {
  server.use(http.get(api("/borrowings"), () => page(borrowings())));
}

describe("the keys of a list", () => {
  it("move the focus from row to row, and stay on the first and the last one", async () => {
    serveList(fourBorrowings);
    const { user } = await open();
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: "Dune" })).toHaveFocus();
    await user.keyboard("jjjjj");
    expect(screen.getByRole("link", { name: "Persuasion" })).toHaveFocus();
    await user.keyboard("k");
    expect(screen.getByRole("link", { name: "Emma" })).toHaveFocus();
  });

  it("do nothing during typing, and do not disturb a chord that ends with the same letter", async () => {
    serveList(fourBorrowings);
    const { router, user } = await open();
    const search = screen.getByRole("searchbox");
    await user.type(search, "jx");
    expect(search).toHaveFocus();
    expect(screen.queryByRole("region", { name: "Actions for the selected rows" })).toBeNull();
    await user.clear(search);
    search.blur();
    await user.keyboard("gk");
    await expect.poll(() => router.state.location.pathname).toBe("/admin/books");
  });

  it("select rows, up to another one with Shift, and Escape clears the selection", async () => {
    serveList(fourBorrowings);
    const { user } = await open();
    await user.keyboard("jx");
    expect(screen.getByRole("checkbox", { name: "Select Dune" })).toBeChecked();
    await user.keyboard("jjX");
    const bar = await screen.findByRole("region", { name: "Actions for the selected rows" });
    expect(bar).toHaveTextContent("3 selected");
    expect(screen.getByRole("row", { name: /Solaris/ })).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Actions for the selected rows" })).toBeNull();
  });

  it("are in the sheet of shortcuts of this page", async () => {
    serveList(fourBorrowings);
    const { user } = await open();
    await user.keyboard("?");
    const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(sheet.getByText("Next row")).toBeVisible();
    expect(sheet.getByText("Select the row")).toBeVisible();
    // This list has no key for editing.
    expect(sheet.queryByText("Edit the row")).toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("a list that fails to reload", () => {
  it("keeps its rows, shows a message, and offers a retry", async () => {
    serveList(fourBorrowings);
    const { user } = await open();
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () =>
        answer(aBorrowing({ status: "returned" })),
      ),
      http.get(api("/borrowings"), () => failure(429, "too_many_requests", "Please slow down.")),
    );
    // A return loads the list again.
    await user.click(screen.getByRole("button", { name: "Return Dune" }));
    const words = "This list could not be updated and may be out of date. Please slow down.";
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole("link", { name: "Solaris" })).toBeVisible();
    serveList(fourBorrowings);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });
});

describe("the columns of a list", () => {
  it("can be hidden, and stay hidden on this device", async () => {
    serveList(fourBorrowings);
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Choose columns" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Borrowed Date" }));
    expect(screen.queryByRole("columnheader", { name: "Borrowed Date" })).toBeNull();
    expect(localStorage.getItem("hidden-columns:borrowings")).toBe("borrowed");
    expect(screen.queryByRole("menuitemcheckbox", { name: "Book Title" })).toBeNull();
  });

  it("sort by their heading", async () => {
    serveList(fourBorrowings);
    const { router, user } = await open();
    const heading = () => screen.getByRole("columnheader", { name: "Due Date" });
    expect(heading()).toHaveAttribute("aria-sort", "none");
    await user.click(within(heading()).getByRole("button"));
    expect(router.state.location.search).toBe("?sort=dueDate");
    await waitFor(() => expect(heading()).toHaveAttribute("aria-sort", "ascending"));
  });
});

describe("returning several books", () => {
  it("shows them first, returns the open ones, and undoes all of them", async () => {
    let borrowings = fourBorrowings();
    const calls: string[] = [];
    const change = (id: unknown, status: Borrowing["status"]) => {
      calls.push(`${status} ${String(id)}`);
      borrowings = borrowings.map((one) => (one._id === id ? { ...one, status } : one));
      return answer({ ...(borrowings.find((one) => one._id === id) as Borrowing) });
    };
    serveList(() => borrowings);
    server.use(
      http.put(api("/admin/borrowings/:id/return"), ({ params }) => change(params.id, "returned")),
      http.post(api("/admin/borrowings/:id/undo-return"), ({ params }) =>
        change(params.id, "active"),
      ),
    );
    const { user } = await open();
    await user.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    await user.click(screen.getByRole("button", { name: "Return books" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Return 3 books?" }));
    expect(dialog.getByText("Dune")).toBeVisible();
    // This one is already returned.
    expect(dialog.queryByText("Persuasion")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Return 3 books" }));
    expect(await screen.findByText("3 books returned")).toBeVisible();
    expect(calls).toEqual(["returned borrowing-1", "returned borrowing-2", "returned borrowing-3"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("region", { name: "Actions for the selected rows" })).toBeNull();
    const toast = within(screen.getByRole("group", { name: "3 books returned" }));
    await user.click(toast.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("All of these returns were undone")).toBeVisible();
    expect(calls.slice(3)).toEqual([
      "active borrowing-1",
      "active borrowing-2",
      "active borrowing-3",
    ]);
  });

  it("shows the fines so far, and what is owed after the returns", async () => {
    const borrowings = fourBorrowings().map((one, at) =>
      at < 2 ? { ...one, status: "overdue" as const, fineAmount: 0.75 * (at + 1) } : one,
    );
    serveList(() => borrowings);
    server.use(
      http.put(api("/admin/borrowings/:id/return"), ({ params }) => {
        const one = borrowings.find(({ _id }) => _id === params.id) as Borrowing;
        return answer({ ...one, status: "returned", fineOutstanding: one.fineAmount });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    await user.click(screen.getByRole("button", { name: "Return books" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Return 3 books?" }));
    expect(dialog.getAllByText(/^\$/).map(({ textContent }) => textContent)).toEqual([
      "$0.75",
      "$1.50",
    ]);
    await user.click(dialog.getByRole("button", { name: "Return 3 books" }));
    expect(await screen.findByText("Owed for these books: $2.25")).toBeVisible();
  });

  it("stops at the first failure, shows the reason, and offers to undo the completed returns", async () => {
    let borrowings = fourBorrowings();
    serveList(() => borrowings);
    server.use(
      http.put(api("/admin/borrowings/:id/return"), ({ params }) => {
        if (params.id === "borrowing-2")
          return failure(409, "already_returned", "Already returned");
        borrowings = borrowings.map((one) =>
          one._id === params.id ? { ...one, status: "returned" as const } : one,
        );
        return answer({ ...(borrowings[0] as Borrowing) });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    await user.click(screen.getByRole("button", { name: "Return books" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Return 3 books?" }));
    await user.click(dialog.getByRole("button", { name: "Return 3 books" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Already returned");
    expect(await screen.findByText("1 book returned")).toBeVisible();
    const toast = within(screen.getByRole("group", { name: "1 book returned" }));
    expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
    expect(dialog.getByText("Emma")).toBeVisible();
    expect(dialog.queryByText("Dune")).toBeNull();
  });
});
