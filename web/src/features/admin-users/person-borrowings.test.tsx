import { screen, waitFor, within } from "@testing-library/react";
import { delay, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { aBorrowing, aRenewed } from "@/test/fixtures/borrowings.ts";
import { aPerson } from "@/test/fixtures/people.ts";
import { openPeople, servePerson } from "@/test/people-screen.tsx";
import { answer, api, failure, page, refusal, server } from "@/test/server.ts";

const amara = aPerson();
const returned = { status: "returned", returnedDate: "2024-01-30T10:00:00.000Z" } as const;

const region = () => screen.findByRole("region", { name: `Borrowings for ${amara.name}` });

describe("a person's borrowings", () => {
  it("are requested when the person is selected, and not before", async () => {
    const requested: string[] = [];
    server.use(
      http.get(api("/admin/borrowings/user/:id"), ({ params, request }) => {
        const isOfUnpaid = request.url.includes("status=unpaid");
        requested.push(isOfUnpaid ? "unpaid" : String(params.id));
        return page(isOfUnpaid ? [] : [aBorrowing()]);
      }),
    );
    const { user } = await openPeople("/admin/users");
    const entry = await screen.findByRole("link", { name: new RegExp(amara.name) });
    expect(requested).toEqual([]);
    await user.click(entry);
    expect(await within(await region()).findByRole("link", { name: "Dune" })).toBeVisible();
    expect(requested.toSorted()).toEqual([amara._id, "unpaid"].toSorted());
  });

  it("are returned with a message", async () => {
    const state = servePerson({ person: amara, borrowings: [aBorrowing()] });
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    const bodies: string[] = [];
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), async ({ request }) => {
        bodies.push(await request.text());
        state.borrowings = [aBorrowing(returned)];
        return answer({ ...state.borrowings[0] });
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    expect(await screen.findByText("Book returned successfully!")).toBeVisible();
    expect(
      within(await region()).getByText(`${amara.name} has no active borrowings.`),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Return Book/ })).toBeNull();
    expect(bodies).toEqual([""]);
  });

  it.each([
    ["charged by it", 0, 8.5, "Fine: $8.50"],
    ["beside an earlier fine", 1.5, 10, "$10.00 is owed for this book."],
  ])("name the fine of a return: %s", async (_case, before, after, line) => {
    servePerson({ person: amara, borrowings: [aBorrowing({ fineOutstanding: before })] });
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () =>
        answer(aBorrowing({ ...returned, fineAmount: 10, fineOutstanding: after })),
      ),
    );
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    const toast = await screen.findByRole("group", { name: "Book returned successfully!" });
    expect(toast).toHaveAccessibleDescription(`Dune Amara Okafor · Copy\u00a00000123 ${line}`);
    expect(within(toast).getByText(line)).toBeVisible();
  });

  it("are open again when the return is undone, with one request", async () => {
    const state = servePerson({ person: amara, borrowings: [aBorrowing()] });
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    const undone: string[] = [];
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () => {
        state.borrowings = [aBorrowing({ ...returned, fineAmount: 1.25, fineOutstanding: 1.25 })];
        return answer({ ...state.borrowings[0] });
      }),
      http.post(api("/admin/borrowings/:id/undo-return"), ({ params }) => {
        undone.push(String(params.id));
        state.borrowings = [aBorrowing()];
        return answer({ ...state.borrowings[0] });
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    expect(
      await within(await region()).findByRole("heading", { name: "Unpaid fines" }),
    ).toBeVisible();
    await user.dblClick(await screen.findByRole("button", { name: "Undo" }));
    const toast = await screen.findByRole("group", { name: "Return undone" });
    expect(toast).toHaveAccessibleDescription("Dune");
    expect(screen.getByRole("button", { name: "Return Book: Dune" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Unpaid fines" })).toBeNull();
    expect(undone).toEqual(["borrowing-1"]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  });

  it.each([
    [409, "undo_overtaken", "The copy has been lent again", "The copy has been lent again"],
    [409, "undo_too_late", "", "This could not be undone."],
    [
      503,
      "unavailable",
      "Busy",
      "The library cannot be reached at the moment. Please try again later.",
    ],
  ])("show why an undo failed: %i %s", async (status, code, message, shown) => {
    const state = servePerson({ person: amara, borrowings: [aBorrowing()] });
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () => {
        state.borrowings = [aBorrowing(returned)];
        return answer({ ...state.borrowings[0] });
      }),
      http.post(api("/admin/borrowings/:id/undo-return"), () => failure(status, code, message)),
    );
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText(shown)).toBeVisible();
    // No other message is shown.
    expect(screen.queryByText("Return undone")).toBeNull();
    expect(screen.queryByText("Server error. Please try again later.")).toBeNull();
  });

  it("disable Return Book with a spinner while the return runs", async () => {
    servePerson({ person: amara, borrowings: [aBorrowing()] });
    const requests: string[] = [];
    server.use(
      http.put(api("/admin/borrowings/:id/return"), async ({ params }) => {
        requests.push(String(params.id));
        await delay("infinite");
      }),
    );
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    const button = await screen.findByRole("button", { name: "Return Book: Dune" });
    expect(button).not.toHaveAttribute("aria-disabled");
    expect(button.querySelector(".animate-spin")).toBeNull();
    await user.click(button);
    await waitFor(() => expect(requests).toEqual(["borrowing-1"]));
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button.querySelector(".animate-spin")).toBeVisible();
    await user.click(button);
    expect(requests).toEqual(["borrowing-1"]);
  });

  it("are loaded again with the list of users after a return", async () => {
    const requests: string[] = [];
    const record =
      (name: string, borrowings: Borrowing[]) =>
      ({ request }: { request: Request }) => {
        const isOfUnpaid = request.url.includes("status=unpaid");
        requests.push(isOfUnpaid ? "unpaid" : name);
        return page(isOfUnpaid ? [] : borrowings.map((borrowing) => ({ ...borrowing })));
      };
    const users = (activeBorrowings: number) => () => {
      requests.push("users");
      return page([{ ...amara, activeBorrowings, overdueBorrowings: 0 }]);
    };
    server.use(
      http.get(api("/admin/users"), users(2)),
      http.get(api("/admin/borrowings/user/:id"), record("borrowings", [aBorrowing()])),
      http.put(api("/admin/borrowings/borrowing-1/return"), () => {
        requests.length = 0;
        server.use(
          http.get(api("/admin/users"), users(1)),
          http.get(api("/admin/borrowings/user/:id"), record("borrowings", [aBorrowing(returned)])),
        );
        return answer(aBorrowing(returned));
      }),
    );
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    const list = within(screen.getByRole("region", { name: "All Users" }));
    const entry = await list.findByRole("link", { name: new RegExp(amara.name) });
    expect(within(entry).getByText("2 books")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    expect(await screen.findByText("Book returned successfully!")).toBeVisible();
    expect(requests.toSorted()).toEqual(["borrowings", "unpaid", "users"]);
    expect(within(entry).getByText("1 book")).toBeVisible();
    expect(within(await region()).getByText("Returned Jan 30, 2024")).toBeVisible();
  });

  it.each([
    ["This book has already been returned", "This book has already been returned"],
    ["", "Failed to return book"],
  ])("show why a return failed: %j", async (message, shown) => {
    servePerson({ person: amara, borrowings: [aBorrowing()] });
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () =>
        failure(409, "already_returned", message),
      ),
    );
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    expect((await screen.findAllByText(shown))[0]).toBeInTheDocument();
  });

  it("are renewed when staff override a refusal", async () => {
    const renewed = aRenewed({ renewals: 3, renewalsLeft: 0, fineCharged: 1.25 });
    const state = servePerson({ person: amara, borrowings: [aBorrowing({ renewalsLeft: 0 })] });
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    server.use(
      http.post(api("/borrowings/borrowing-1/renew"), async ({ request }) => {
        if ((await request.text()) === "") {
          return refusal([{ code: "too_early", message: "It is too early", overridable: true }]);
        }
        state.borrowings = [renewed];
        return answer(renewed);
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Renew Dune" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("It is too early")).toBeVisible();
    await user.type(dialog.getByLabelText("Reason for the override"), "For the thesis");
    await user.click(dialog.getByRole("button", { name: "Renew anyway" }));
    expect(
      await screen.findByText("“Dune” renewed until Feb 2, 2024. A fine of $1.25 was charged."),
    ).toBeVisible();
    await expect.poll(async () => (await region()).textContent).toContain("Due Feb 2, 2024");
  });

  it("show a spinner while they load", async () => {
    servePerson({ person: amara, borrowings: [] });
    server.use(http.get(api("/admin/borrowings/user/:id"), () => delay("infinite")));
    await openPeople(`/admin/users?user=${amara._id}`);
    const words = within(await region()).getByText("Loading borrowings");
    const spinner = words.closest("[role=status]");
    expect(spinner?.querySelector(".animate-spin")).not.toBeNull();
  });

  it("show why they could not be loaded", async () => {
    servePerson({ person: amara, borrowings: [] });
    server.use(
      http.get(api("/admin/borrowings/user/:id"), () => failure(409, "odd", "The shelf fell over")),
    );
    await openPeople(`/admin/users?user=${amara._id}`);
    expect(await screen.findByText("Error loading borrowings: The shelf fell over")).toBeVisible();
  });

  it("show their dates and their status", async () => {
    const late = aBorrowing({ _id: "borrowing-2", status: "overdue", daysOverdue: 5 });
    servePerson({ person: amara, borrowings: [late, aBorrowing(), aBorrowing(returned)] });
    await openPeople(`/admin/users?user=${amara._id}`);
    const rows = await within(await region()).findAllByRole("listitem");
    for (const [index, status, colour] of [
      [0, "Overdue", "bg-danger-soft"],
      [1, "Active", "bg-success-soft"],
      [2, "Returned", "bg-info-soft"],
    ] as const) {
      const row = rows[index] as HTMLElement;
      expect(row).toHaveTextContent("Dune Borrowed Jan 4, 2024 Due Jan 19, 2024");
      expect(within(row).getByText(status).parentElement).toHaveClass(colour);
    }
  });

  it("record a part of a fine as paid", async () => {
    const owing = aBorrowing({ ...returned, fineAmount: 2.5, fineOutstanding: 2.5 });
    servePerson({ person: amara, borrowings: [owing] });
    const paid: unknown[] = [];
    server.use(
      http.post(api("/admin/borrowings/borrowing-1/payments"), async ({ request }) => {
        paid.push(await request.json());
        return answer({ ...owing });
      }),
    );
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Record payment for Dune" }));
    const amount = await screen.findByLabelText("Amount");
    expect(amount).toHaveValue("2.50");
    await user.clear(amount);
    await user.type(amount, "3{Enter}");
    expect(amount).toHaveAccessibleDescription(/Amount cannot exceed the amount owed/);
    await user.clear(amount);
    await user.type(amount, "1{Enter}");
    expect(await screen.findByText("Payment recorded")).toBeVisible();
    expect(paid).toEqual([{ amount: 1 }]);
  });
});
