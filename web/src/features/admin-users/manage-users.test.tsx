import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Borrowing, UserSummary } from "@/api/shapes.ts";
import { aBorrowing, aRenewed } from "@/test/fixtures/borrowings.ts";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import {
  answer,
  api,
  borrowingsOfPerson,
  failure,
  page,
  refusal,
  server,
  signedInAs,
} from "@/test/server.ts";

const amara = aPerson();
const returned = { status: "returned", returnedDate: "2024-01-30T10:00:00.000Z" } as const;

/** Serves the person with these borrowings; tests may change the returned object. */
function library(state: { person: UserSummary; borrowings: Borrowing[] }) {
  server.use(
    http.get(api("/admin/users/:id"), () => answer({ ...state.person })),
    borrowingsOfPerson(() => state.borrowings),
  );
  return state;
}

async function open(path: string) {
  signedInAs(anAdmin());
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Manage Users" });
  return { router, user: userEvent.setup({ delay: null }) };
}

const region = () => screen.findByRole("region", { name: `Borrowings for ${amara.name}` });

describe("the list", () => {
  it("shows a prompt to select a user, and records the selection in the address", async () => {
    const { router, user } = await open("/admin/users");
    expect(screen.getByText("Select a User")).toBeVisible();
    const entry = await screen.findByRole("link", { name: new RegExp(amara.name) });
    expect(entry).not.toHaveAttribute("aria-current");
    await user.click(entry);
    expect(await region()).toBeVisible();
    expect(entry).toHaveAttribute("aria-current", "page");
    expect(screen.queryByText("Select a User")).toBeNull();
    expect(router.state.location.search).toBe(`?user=${amara._id}`);
  });

  it("moves to a person with j, and edits the details with e", async () => {
    const { router, user } = await open("/admin/users");
    const entry = await screen.findByRole("link", { name: new RegExp(amara.name) });
    await user.keyboard("j");
    expect(entry).toHaveFocus();
    await user.keyboard("e");
    expect(await screen.findByRole("dialog", { name: `Edit ${amara.name}` })).toBeVisible();
    expect(router.state.location.search).toBe(`?user=${amara._id}&edit=details`);
  });

  it("shows a message when no person is found", async () => {
    server.use(http.get(api("/admin/users"), () => page([])));
    await open("/admin/users");
    expect(await screen.findByText("No users found.")).toBeVisible();
    expect(screen.queryByText(/^No results for/)).toBeNull();
  });

  it("repeats a search that finds no person", async () => {
    server.use(http.get(api("/admin/users"), () => page([])));
    await open("/admin/users?search=nobody");
    expect(await screen.findByText("No users found.")).toBeVisible();
    expect(screen.getByText("No results for “nobody”.")).toBeVisible();
  });

  it("shows the reason of a failure", async () => {
    server.use(http.get(api("/admin/users"), () => failure(409, "odd", "The shelf fell over")));
    await open("/admin/users");
    expect(await screen.findByText("Error loading users: The shelf fell over")).toBeVisible();
  });
});

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
    const { user } = await open("/admin/users");
    const entry = await screen.findByRole("link", { name: new RegExp(amara.name) });
    expect(requested).toEqual([]);
    await user.click(entry);
    expect(await within(await region()).findByRole("link", { name: "Dune" })).toBeVisible();
    expect(requested.toSorted()).toEqual([amara._id, "unpaid"].toSorted());
  });

  it("are returned with a message", async () => {
    const state = library({ person: amara, borrowings: [aBorrowing()] });
    const { user } = await open(`/admin/users?user=${amara._id}`);
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
    library({ person: amara, borrowings: [aBorrowing({ fineOutstanding: before })] });
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () =>
        answer(aBorrowing({ ...returned, fineAmount: 10, fineOutstanding: after })),
      ),
    );
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    const toast = await screen.findByRole("group", { name: "Book returned successfully!" });
    expect(toast).toHaveAccessibleDescription(`Dune Amara Okafor · Copy\u00a00000123 ${line}`);
    expect(within(toast).getByText(line)).toBeVisible();
  });

  it("are open again when the return is undone, with one request", async () => {
    const state = library({ person: amara, borrowings: [aBorrowing()] });
    const { user } = await open(`/admin/users?user=${amara._id}`);
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
    const state = library({ person: amara, borrowings: [aBorrowing()] });
    const { user } = await open(`/admin/users?user=${amara._id}`);
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
    library({ person: amara, borrowings: [aBorrowing()] });
    const requests: string[] = [];
    server.use(
      http.put(api("/admin/borrowings/:id/return"), async ({ params }) => {
        requests.push(String(params.id));
        await delay("infinite");
      }),
    );
    const { user } = await open(`/admin/users?user=${amara._id}`);
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
    const { user } = await open(`/admin/users?user=${amara._id}`);
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
    library({ person: amara, borrowings: [aBorrowing()] });
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () =>
        failure(409, "already_returned", message),
      ),
    );
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Return Book: Dune" }));
    expect((await screen.findAllByText(shown))[0]).toBeInTheDocument();
  });

  it("are renewed when staff override a refusal", async () => {
    const renewed = aRenewed({ renewals: 3, renewalsLeft: 0, fineCharged: 1.25 });
    const state = library({ person: amara, borrowings: [aBorrowing({ renewalsLeft: 0 })] });
    const { user } = await open(`/admin/users?user=${amara._id}`);
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
    library({ person: amara, borrowings: [] });
    server.use(http.get(api("/admin/borrowings/user/:id"), () => delay("infinite")));
    await open(`/admin/users?user=${amara._id}`);
    const words = within(await region()).getByText("Loading borrowings");
    const spinner = words.closest("[role=status]");
    expect(spinner?.querySelector(".animate-spin")).not.toBeNull();
  });

  it("show why they could not be loaded", async () => {
    library({ person: amara, borrowings: [] });
    server.use(
      http.get(api("/admin/borrowings/user/:id"), () => failure(409, "odd", "The shelf fell over")),
    );
    await open(`/admin/users?user=${amara._id}`);
    expect(await screen.findByText("Error loading borrowings: The shelf fell over")).toBeVisible();
  });

  it("show their dates and their status", async () => {
    const late = aBorrowing({ _id: "borrowing-2", status: "overdue", daysOverdue: 5 });
    library({ person: amara, borrowings: [late, aBorrowing(), aBorrowing(returned)] });
    await open(`/admin/users?user=${amara._id}`);
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
    library({ person: amara, borrowings: [owing] });
    const paid: unknown[] = [];
    server.use(
      http.post(api("/admin/borrowings/borrowing-1/payments"), async ({ request }) => {
        paid.push(await request.json());
        return answer({ ...owing });
      }),
    );
    const { user } = await open(`/admin/users?user=${amara._id}`);
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

describe("a person's account", () => {
  it("sends no field that was changed elsewhere since the form was opened", async () => {
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    let sent: unknown;
    server.use(
      http.get(api("/admin/users/:id"), async () => {
        await responded;
        return answer({ ...amara, phone: "+1 555 0199" });
      }),
      http.put(api("/admin/users/:id"), async ({ request }) => {
        sent = await request.json();
        return answer({ ...amara });
      }),
    );
    // The panel opens with the person from the list.
    const { user } = await open(`/admin/users?user=${amara._id}&edit=details`);
    const panel = within(await screen.findByRole("dialog"));
    respond();
    expect(await screen.findByText("+1 555 0199")).toBeInTheDocument();
    const name = panel.getByLabelText("Full name");
    await user.clear(name);
    await user.type(name, "Amara Diallo");
    await user.click(panel.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(sent).toEqual({ name: "Amara Diallo" }));
  });

  it("sends only the changed fields, and shows beside the field that an email is in use", async () => {
    library({ person: amara, borrowings: [] });
    const sent: unknown[] = [];
    server.use(
      http.put(api("/admin/users/:id"), async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? failure(409, "email_taken", "An account with this email already exists")
          : answer({ ...amara, email: "okafor@students.example" });
      }),
    );
    const { router, user } = await open(`/admin/users?user=${amara._id}&edit=details`);
    const email = await screen.findByLabelText("Email");
    await user.clear(email);
    await user.type(email, "taken@students.example");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(email).toHaveAttribute("aria-invalid", "true"));
    await user.clear(email);
    await user.type(email, "okafor@students.example");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?user=${amara._id}`));
    expect(sent).toEqual([
      { email: "taken@students.example" },
      { email: "okafor@students.example" },
    ]);
  });

  it("asks for confirmation before it discards changes", async () => {
    library({ person: amara, borrowings: [] });
    const { router, user } = await open(`/admin/users?user=${amara._id}&edit=details`);
    await user.type(await screen.findByLabelText("Full name"), "!");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard changes?" });
    expect(router.state.location.search).toContain("edit=details");
    await user.click(within(question).getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(router.state.location.search).not.toContain("edit=details"));
  });

  it("is deactivated after a confirmation, and shows a refusal", async () => {
    library({ person: amara, borrowings: [] });
    const refusal = "The last active administrator cannot be removed";
    server.use(
      http.put(api("/admin/users/:id"), () => failure(409, "last_administrator", refusal)),
    );
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Deactivate" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Deactivate" }));
    expect(await within(question).findByRole("alert")).toHaveTextContent(refusal);
  });

  it("cannot be deactivated by its owner", async () => {
    const me = anAdmin();
    library({ person: aPerson(me), borrowings: [] });
    await open(`/admin/users?user=${me._id}&edit=details`);
    const button = await screen.findByText("Deactivate");
    expect(button.closest("button")).toHaveAccessibleDescription(
      "You cannot deactivate your own account.",
    );
    expect(await screen.findByLabelText("Role")).toBeDisabled();
  });
});

describe("a block", () => {
  const blocked = aPerson({
    blockedAt: "2024-02-05T09:30:00.000Z",
    blockReason: "Three lost books\nand a map",
  });

  /** Records the request bodies of changes; each gets the next response. */
  function changes(answers: (() => Response)[]) {
    const sent: unknown[] = [];
    server.use(
      http.put(api("/admin/users/:id"), async ({ request }) => {
        sent.push(await request.json());
        return (answers[sent.length - 1] as () => Response)();
      }),
    );
    return sent;
  }

  it("requires a reason, and is shown with it", async () => {
    const state = library({ person: amara, borrowings: [] });
    const sent = changes([
      () => failure(409, "odd", "The shelf fell over"),
      () => {
        state.person = blocked;
        return answer({ ...blocked });
      },
    ]);
    const { user } = await open(`/admin/users?user=${amara._id}`);
    const opener = await screen.findByRole("button", { name: "Block borrowing" });
    await user.click(opener);
    const dialog = within(
      await screen.findByRole("dialog", { name: `Block ${amara.name} from borrowing?` }),
    );
    const confirm = dialog.getByRole("button", { name: "Block borrowing" });
    await user.click(confirm);
    const reason = dialog.getByLabelText("Reason");
    expect(reason).toHaveAccessibleDescription(/Reason for the block is required/);
    expect(reason).toHaveFocus();
    await user.type(reason, " Three lost books{Enter}and a map ");
    await user.click(confirm);
    expect(await dialog.findByRole("alert")).toHaveTextContent("The shelf fell over");
    await user.click(confirm);
    expect(await screen.findByText(`${amara.name} has been blocked from borrowing`)).toBeVisible();
    expect(sent).toEqual([
      { blockReason: "Three lost books\nand a map" },
      { blockReason: "Three lost books\nand a map" },
    ]);
    const notice = await screen.findByText("Blocked from borrowing since Feb 5, 2024");
    expect(notice.parentElement).toHaveTextContent("Three lost books and a map");
    await waitFor(() => expect(screen.getByRole("button", { name: "Unblock" })).toHaveFocus());
  });

  it("asks before a typed reason is discarded", async () => {
    library({ person: amara, borrowings: [] });
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Block borrowing" }));
    const reason = await screen.findByLabelText("Reason");
    await user.type(reason, "Three lost books");
    await user.keyboard("{Escape}");
    const question = () => screen.findByRole("alertdialog", { name: "Discard changes?" });
    await user.click(within(await question()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(reason).toHaveValue("Three lost books");
    await user.keyboard("{Escape}");
    await user.click(within(await question()).getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Block borrowing" }));
    expect(await screen.findByLabelText("Reason")).toHaveValue("");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("can get a new reason", async () => {
    const state = library({ person: blocked, borrowings: [] });
    const edited = { ...blocked, blockReason: "Four lost books" };
    const sent = changes([
      () => {
        state.person = edited;
        return answer({ ...edited });
      },
    ]);
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Edit reason" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: `Reason for blocking ${amara.name}` }),
    );
    const reason = dialog.getByLabelText("Reason");
    expect(reason).toHaveValue("Three lost books\nand a map");
    await user.clear(reason);
    await user.type(reason, "Four lost books");
    await user.click(dialog.getByRole("button", { name: "Save reason" }));
    expect(
      await screen.findByText(`The reason for blocking ${amara.name} has been changed`),
    ).toBeVisible();
    expect(sent).toEqual([{ blockReason: "Four lost books" }]);
    expect(await screen.findByText("Four lost books")).toBeVisible();
  });

  it("by another administrator is shown before it is replaced", async () => {
    const state = library({ person: amara, borrowings: [] });
    const sent = changes([() => answer({ ...blocked, blockReason: "Damaged an atlas" })]);
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Block borrowing" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Reason"), "Damaged an atlas");
    state.person = blocked;
    await user.click(dialog.getByRole("button", { name: "Block borrowing" }));
    const notice = await dialog.findByText(/was blocked in the meantime for this reason:/);
    expect(notice.parentElement).toHaveTextContent("Three lost books and a map");
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Replace reason" }));
    await waitFor(() => expect(sent).toEqual([{ blockReason: "Damaged an atlas" }]));
  });

  it("is not restored silently after another administrator has ended it", async () => {
    const state = library({ person: blocked, borrowings: [] });
    const sent = changes([]);
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Edit reason" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Reason"), "!");
    state.person = amara;
    await user.click(dialog.getByRole("button", { name: "Save reason" }));
    expect(await dialog.findByText(/was unblocked in the meantime/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Block borrowing" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("ends after a confirmation, which shows a failure", async () => {
    const state = library({ person: blocked, borrowings: [] });
    const sent = changes([
      () => failure(409, "odd", "The shelf fell over"),
      () => {
        state.person = amara;
        return answer({ ...amara });
      },
    ]);
    const { user } = await open(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Unblock" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: `Unblock ${amara.name}?` }),
    );
    await user.click(question.getByRole("button", { name: "Unblock" }));
    expect(await question.findByRole("alert")).toHaveTextContent("The shelf fell over");
    await user.click(question.getByRole("button", { name: "Unblock" }));
    expect(await screen.findByText(`${amara.name} has been unblocked`)).toBeVisible();
    expect(sent).toEqual([{ blockReason: null }, { blockReason: null }]);
    expect(screen.queryByText(/^Blocked from borrowing since/)).toBeNull();
  });

  it("has the same badge in the list, beside the count; the badge of an inactive account comes first", async () => {
    const inactive = { ...blocked, _id: "user-2", name: "Bo Brook", isActive: false };
    library({ person: blocked, borrowings: [] });
    server.use(http.get(api("/admin/users"), () => page([{ ...blocked }, { ...inactive }])));
    await open(`/admin/users?user=${blocked._id}`);
    const entry = (name: string) => screen.findByRole("link", { name: new RegExp(name) });
    await screen.findByRole("heading", { name: blocked.name });
    const badges = screen.getAllByText("Blocked").map(({ parentElement }) => parentElement);
    expect(badges).toHaveLength(2);
    expect(badges[0]?.outerHTML).toBe(badges[1]?.outerHTML);
    expect(badges[0]?.querySelector("svg")).not.toBeNull();
    expect(within(await entry(blocked.name)).getByText("1 overdue")).toBeVisible();
    expect(within(await entry("Bo Brook")).getByText("Inactive")).toBeVisible();
    expect(within(await entry("Bo Brook")).queryByText("Blocked")).toBeNull();
  });
});
