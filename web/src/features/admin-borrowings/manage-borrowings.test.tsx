import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { RefusalReason } from "@/api/errors.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { aBorrowing, aRenewed } from "@/test/fixtures/borrowings.ts";
import { anAdmin, anAssistant, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, refusal, server, signedInAs } from "@/test/server.ts";

/** Serves the list, and records the queries. */
function list(borrowings: () => Borrowing[]) {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get(api("/borrowings"), ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(borrowings().map((borrowing) => ({ ...borrowing })));
    }),
  );
  return queries;
}

async function open(path: string, person = anAdmin()) {
  signedInAs(person);
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Manage Borrowings" });
  return { router, user: userEvent.setup({ delay: null }) };
}

describe("Manage Borrowings", () => {
  it("shows the five columns in the specification's formats", async () => {
    list(() => [
      aBorrowing({
        borrowedDate: "2024-01-05T13:45:00.000Z",
        dueOn: "2024-01-19",
        status: "overdue",
      }),
    ]);
    await open("/admin/borrowings");
    const [, row] = await screen.findAllByRole("row");
    for (const text of [
      "Dune by Frank Herbert",
      "Amara Okafor (amara@students.example)",
      "Jan 5, 2024 13:45",
      "Jan 19, 2024",
      "Overdue",
    ]) {
      expect(row).toHaveTextContent(text);
    }
    expect(screen.getByText("Jan 19, 2024")).toHaveClass("font-semibold", "text-danger");
    const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
    // After the column of checkboxes.
    expect(headers.slice(1, 6)).toEqual([
      "Book Title",
      "Borrower",
      "Borrowed Date",
      "Due Date",
      "Status",
    ]);
  });

  it("shows active borrowings in green, returned ones in blue, and all others in red", async () => {
    const returnedDate = "2024-01-30T10:00:00.000Z";
    list(() => [
      aBorrowing(),
      aBorrowing({ _id: "borrowing-2", status: "overdue" }),
      aBorrowing({ _id: "borrowing-3", status: "returned", returnedDate }),
    ]);
    await open("/admin/borrowings");
    const rows = (await screen.findAllByRole("row")).slice(1);
    for (const [index, [status, colour, isLate]] of (
      [
        ["Active", "bg-success-soft", true],
        ["Overdue", "bg-danger-soft", true],
        ["Returned", "bg-info-soft", false],
      ] as const
    ).entries()) {
      const row = within(rows[index] as HTMLElement);
      expect(row.getByText(status).parentElement).toHaveClass(colour);
      // All three are past their due date.
      const due = row.getByText("Jan 19, 2024");
      if (isLate) expect(due).toHaveClass("font-semibold", "text-danger");
      else expect(due).not.toHaveClass("text-danger");
    }
    expect(rows).toHaveLength(3);
  });

  it("shows N/A for an unknown date", async () => {
    list(() => [aBorrowing({ borrowedDate: "", dueOn: "", status: "active" })]);
    await open("/admin/borrowings");
    const [, row] = await screen.findAllByRole("row");
    const missing = within(row as HTMLElement).getAllByText("N/A");
    expect(missing).toHaveLength(2);
    for (const day of missing) expect(day).not.toHaveClass("text-danger");
  });

  it("filters by the status in the address, and changes it with the tabs", async () => {
    const queries = list(() => [aBorrowing()]);
    const { router, user } = await open("/admin/borrowings?status=overdue");
    expect(screen.getByRole("tab", { name: "Overdue" })).toHaveAttribute("aria-selected", "true");
    await screen.findAllByRole("row");
    expect(queries.at(-1)).toMatchObject({ status: "overdue", sort: "dueDate" });
    await user.click(screen.getByRole("tab", { name: "All" }));
    expect(router.state.location.search).toBe("");
    await expect.poll(() => queries.at(-1)).not.toHaveProperty("status");
    expect(queries.at(-1)).toMatchObject({ sort: "borrowedDate" });
  });

  it("shows the return date of returned borrowings", async () => {
    const returnedDate = "2024-01-30T10:00:00.000Z";
    list(() => [aBorrowing({ status: "returned", returnedDate })]);
    await open("/admin/borrowings?status=returned");
    const [heads, row] = await screen.findAllByRole("row");
    expect(within(heads as HTMLElement).getByText("Returned")).toBeVisible();
    expect(within(row as HTMLElement).getByText("Jan 30, 2024")).toBeVisible();
  });

  it("shows all borrowings for an unknown status in the address", async () => {
    const queries = list(() => [aBorrowing()]);
    await open("/admin/borrowings?status=lost");
    await screen.findAllByRole("row");
    expect(queries.at(-1)).not.toHaveProperty("status");
  });

  it("returns a book", async () => {
    let borrowing = aBorrowing();
    list(() => [borrowing]);
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () => {
        borrowing = aBorrowing({ status: "returned", returnedDate: "2024-01-30T10:00:00.000Z" });
        return answer({ ...borrowing });
      }),
    );
    const { user } = await open("/admin/borrowings");
    await user.click(await screen.findByRole("button", { name: "Return Dune" }));
    expect(await screen.findByText("Book returned successfully!")).toBeVisible();
    expect(within(screen.getByRole("table")).getByText("Returned")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Return Dune" })).toBeNull();
  });

  it("shows a toast for each of two returned books, each with its own undo", async () => {
    const returnedDate = "2024-01-30T10:00:00.000Z";
    let borrowings = ["borrowing-1", "borrowing-2"].map((_id) => aBorrowing({ _id }));
    const change = (id: unknown, parts: Partial<Borrowing>) => {
      borrowings = borrowings.map((one) => (one._id === id ? { ...one, ...parts } : one));
      return answer({ ...aBorrowing({ _id: String(id), ...parts }) });
    };
    list(() => borrowings);
    const undone: unknown[] = [];
    server.use(
      http.put(api("/admin/borrowings/:id/return"), ({ params }) =>
        change(params.id, { status: "returned", returnedDate }),
      ),
      http.post(api("/admin/borrowings/:id/undo-return"), ({ params }) => {
        undone.push(params.id);
        return change(params.id, { status: "active", returnedDate: null });
      }),
    );
    const { user } = await open("/admin/borrowings");
    const [first] = await screen.findAllByRole("button", { name: "Return Dune" });
    await user.click(first as HTMLElement);
    await screen.findByText("Book returned successfully!");
    // With the keyboard: a second press of the pointer at the same place is ignored for half a second.
    screen.getByRole("button", { name: "Return Dune" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(screen.getAllByRole("group", { name: "Book returned successfully!" })).toHaveLength(2),
    );
    expect(screen.queryByRole("button", { name: "Return Dune" })).toBeNull();
    // The toast of the first return is below the second.
    const [, undo] = screen.getAllByRole("button", { name: "Undo" });
    undo?.focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Return undone")).toBeVisible();
    expect(undone).toEqual(["borrowing-1"]);
    expect(screen.getByRole("button", { name: "Return Dune" })).toBeVisible();
  });

  it("records the payment of a fine after the row of the return has disappeared", async () => {
    let borrowing = aBorrowing({ status: "overdue" });
    list(() => (borrowing.status === "returned" ? [] : [borrowing]));
    const paid: unknown[] = [];
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () => {
        borrowing = aBorrowing({ status: "returned", fineAmount: 1.25, fineOutstanding: 1.25 });
        return answer({ ...borrowing });
      }),
      http.post(api("/admin/borrowings/borrowing-1/payments"), async ({ request }) => {
        paid.push(await request.json());
        return answer({ ...borrowing });
      }),
    );
    const { user } = await open("/admin/borrowings?status=overdue");
    await user.click(await screen.findByRole("button", { name: "Return Dune" }));
    expect(await screen.findByText("Fine: $1.25")).toBeVisible();
    expect(screen.getByText("No Borrowing Records Found")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Record payment" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
    expect(dialog.getByText("Amara Okafor owes $1.25 for “Dune”.")).toBeVisible();
    expect(dialog.getByLabelText("Amount")).toHaveValue("1.25");
    await user.click(dialog.getByRole("button", { name: "Record payment" }));
    expect(await screen.findByText("Payment recorded")).toBeVisible();
    expect(paid).toEqual([{ amount: 1.25 }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("offers no payment to a person who may not record any", async () => {
    list(() => [aBorrowing()]);
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () =>
        answer(aBorrowing({ status: "returned", fineAmount: 1.25, fineOutstanding: 1.25 })),
      ),
    );
    const assistant = anAssistant();
    const permissions = assistant.permissions.filter((one) => one !== "record_payment");
    const { user } = await open("/admin/borrowings", { ...assistant, permissions });
    await user.click(await screen.findByRole("button", { name: "Return Dune" }));
    expect(await screen.findByText("Fine: $1.25")).toBeVisible();
    expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Record payment" })).toBeNull();
  });

  it("requires a reason for a waiver", async () => {
    const owing = aBorrowing({ status: "returned", fineAmount: 2, fineOutstanding: 2 });
    list(() => [owing]);
    const waived: unknown[] = [];
    server.use(
      http.post(api("/admin/borrowings/borrowing-1/waivers"), async ({ request }) => {
        waived.push(await request.json());
        return answer({ ...owing });
      }),
    );
    const { user } = await open("/admin/borrowings");
    await user.click(await screen.findByRole("button", { name: "Waive the fine for Dune" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Waive fine" }));
    const reason = within(dialog).getByLabelText("Reason");
    expect(reason).toHaveAccessibleDescription(/Enter a reason for the waiver/);
    await user.type(reason, " Lost in the post ");
    await user.click(within(dialog).getByRole("button", { name: "Waive fine" }));
    expect(await screen.findByText("Fine waived")).toBeVisible();
    expect(waived).toEqual([{ amount: 2, note: "Lost in the post" }]);
  });

  describe("renewals", () => {
    const usedUp = {
      code: "no_renewals_left",
      message: "This book has no renewals left",
      overridable: true,
    };
    const owes = {
      code: "balance_at_limit",
      message: "This person owes $10.75; renewing is possible below $10.00",
      overridable: true,
    };
    const waits = {
      code: "hold_waiting",
      message: "Another person is waiting for this book",
      overridable: false,
    };

    /** Refuses renewals with each of these lists of reasons in turn, then renews. Returns the request bodies. */
    function refuseWith(...answers: RefusalReason[][]) {
      const bodies: string[] = [];
      server.use(
        http.post(api("/borrowings/borrowing-1/renew"), async ({ request }) => {
          bodies.push(await request.text());
          const reasons = answers.shift();
          return reasons === undefined
            ? answer(aRenewed({ renewals: 3, renewalsLeft: 0 }))
            : refusal(reasons);
        }),
      );
      return bodies;
    }

    async function openAndRenew() {
      list(() => [aBorrowing({ renewals: 2, renewalsLeft: 0 })]);
      const { user } = await open("/admin/borrowings");
      const button = await screen.findByRole("button", { name: "Renew Dune" });
      await user.click(button);
      return { user, button };
    }

    it("renews a borrowing without renewals left when staff override the refusal", async () => {
      const bodies = refuseWith([usedUp, owes]);
      const { user, button } = await openAndRenew();
      const dialog = await screen.findByRole("dialog", { name: "Renewal refused" });
      expect(dialog).toHaveAccessibleDescription(
        /“Dune”, borrowed by Amara Okafor: .*has no renewals left.*owes \$10\.75.*recorded/,
      );
      const reason = within(dialog).getByLabelText("Reason for the override");
      await waitFor(() => expect(reason).toHaveFocus());
      await user.keyboard(" For the thesis ");
      await user.click(within(dialog).getByRole("button", { name: "Renew anyway" }));
      expect(await screen.findByText("“Dune” renewed until Feb 2, 2024")).toBeVisible();
      const comment = "For the thesis";
      expect(bodies).toEqual([
        "",
        JSON.stringify({
          overrides: [
            { code: "no_renewals_left", comment },
            { code: "balance_at_limit", comment },
          ],
        }),
      ]);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(button).toHaveFocus());
    });

    it.each([
      ["Three lost books", "This account is blockedReason for the block: Three lost books"],
      [null, "This account is blocked"],
    ])("shows the reason of a block: %s", async (blockReason, shown) => {
      const blocked = {
        code: "account_blocked",
        message: "This account is blocked",
        overridable: true,
      };
      server.use(
        http.get(api("/admin/users/user-1"), () =>
          blockReason === null
            ? failure(404, "user_not_found", "Gone")
            : answer(aPerson({ blockedAt: "2024-02-05T09:30:00.000Z", blockReason })),
        ),
      );
      refuseWith([blocked]);
      await openAndRenew();
      const dialog = within(await screen.findByRole("dialog"));
      expect(dialog.getByRole("listitem")).toHaveTextContent(shown);
    });

    it("requires a reason for the override", async () => {
      const bodies = refuseWith([usedUp]);
      const { user } = await openAndRenew();
      const dialog = within(await screen.findByRole("dialog"));
      await user.click(dialog.getByRole("button", { name: "Renew anyway" }));
      const reason = dialog.getByLabelText("Reason for the override");
      expect(reason).toHaveAccessibleDescription(/Enter a reason for the override/);
      expect(reason).toHaveFocus();
      await user.click(reason);
      await user.paste("x".repeat(501));
      expect(reason).toHaveAccessibleDescription(/Reason cannot exceed 500 characters/);
      expect(bodies).toHaveLength(1);
    });

    it("shows a reason that appeared after the dialog was opened", async () => {
      const bodies = refuseWith([usedUp], [owes]);
      const { user } = await openAndRenew();
      const dialog = within(await screen.findByRole("dialog"));
      await user.type(dialog.getByLabelText("Reason for the override"), "For the thesis");
      const confirm = dialog.getByRole("button", { name: "Renew anyway" });
      await user.click(confirm);
      expect(await dialog.findByRole("alert")).toHaveTextContent(owes.message);
      expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
        usedUp.message,
        owes.message,
      ]);
      await user.click(confirm);
      expect(await screen.findByText("“Dune” renewed until Feb 2, 2024")).toBeVisible();
      expect(bodies.at(-1)).toContain('"code":"no_renewals_left"');
      expect(bodies.at(-1)).toContain('"code":"balance_at_limit"');
    });

    it("offers no override when one of the reasons cannot be overridden", async () => {
      refuseWith([usedUp, waits]);
      const { user, button } = await openAndRenew();
      const dialog = within(await screen.findByRole("dialog"));
      expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
        waits.message,
        usedUp.message,
      ]);
      expect(dialog.getByText("This refusal cannot be overridden.")).toBeVisible();
      expect(dialog.queryByRole("button", { name: "Renew anyway" })).toBeNull();
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(button).toHaveFocus());
    });

    it("shows that the library cannot be reached while the database is down", async () => {
      server.use(
        http.post(api("/borrowings/borrowing-1/renew"), () =>
          failure(503, "unavailable", "The library is busy. Please try again in a moment."),
        ),
      );
      await openAndRenew();
      expect(
        await screen.findByText(
          "“Dune” could not be renewed. The library cannot be reached at the moment. Please try again later.",
        ),
      ).toBeVisible();
    });

    it("shows a refusal that cannot be overridden in a toast", async () => {
      refuseWith([waits]);
      await openAndRenew();
      const words = `“Dune” could not be renewed. ${waits.message}`;
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.queryByRole("dialog")).toBeNull();
    });
  });

  it("shows a message when there are no borrowings", async () => {
    list(() => []);
    await open("/admin/borrowings");
    expect(await screen.findByText("No Borrowing Records Found")).toBeVisible();
    expect(
      screen.getByText("There are no borrowing activities to display at the moment."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clear Filters" })).toBeNull();
  });

  it("repeats a search that finds nothing", async () => {
    list(() => []);
    await open("/admin/borrowings?search=qqq");
    expect(await screen.findByText("No Borrowing Records Found")).toBeVisible();
    expect(screen.getByText("No results for “qqq”.")).toBeVisible();
    expect(
      screen.getByText("There are no borrowing activities to display at the moment."),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Clear Filters" })).toBeVisible();
  });

  it.each([
    ["", "Failed to load borrowings.", "Failed to fetch all borrowings"],
    ["The shelf fell over", "The shelf fell over", "The shelf fell over"],
  ])("shows a failure on the page and in a toast: %j", async (message, shown, toast) => {
    server.use(http.get(api("/borrowings"), () => failure(500, "internal", message)));
    await open("/admin/borrowings");
    const alert = await within(screen.getByRole("main")).findByRole("alert");
    expect(alert).toHaveTextContent("Error");
    expect(alert).toHaveTextContent(shown);
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent(toast);
  });

  it("offers the file only to people with the permission", async () => {
    list(() => [aBorrowing()]);
    await open("/admin/borrowings", anAssistant());
    expect(await screen.findAllByRole("row")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  it.each([
    [1, "Borrowings downloaded"],
    [54_321, "Downloaded the first 1 of 54,321 borrowings"],
  ])(
    "downloads the filtered borrowings once, and says when the file has not all of %i",
    async (total, words) => {
      list(() => [aBorrowing({ status: "overdue" })]);
      const queries: string[] = [];
      server.use(
        http.get(api("/admin/borrowings/table.csv"), ({ request }) => {
          queries.push(new URL(request.url).search);
          return new HttpResponse("\uFEFFtitle\r\nDune\r\n", {
            headers: { "Content-Type": "text/csv; charset=utf-8", "X-Total-Count": String(total) },
          });
        }),
      );
      const saved: string[] = [];
      vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        saved.push(this.download);
      });
      vi.stubGlobal(
        "URL",
        Object.assign(URL, { createObjectURL: () => "blob:borrowings", revokeObjectURL: () => {} }),
      );
      const { user } = await open("/admin/borrowings?status=overdue&search=dune&page=3");
      await user.dblClick(await screen.findByRole("button", { name: "Download CSV" }));
      expect(await screen.findByText(words)).toBeVisible();
      expect(queries).toEqual(["?search=dune&sort=dueDate&status=overdue"]);
      expect(saved[0]).toMatch(/^borrowings-overdue-\d{4}-\d{2}-\d{2}\.csv$/);
    },
  );
});
