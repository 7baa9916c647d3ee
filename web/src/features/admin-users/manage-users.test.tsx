import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { openPeople, servePerson } from "@/test/people-screen.tsx";
import { answer, api, failure, page, server } from "@/test/server.ts";

const amara = aPerson();

const region = () => screen.findByRole("region", { name: `Borrowings for ${amara.name}` });

describe("the list", () => {
  it("shows a prompt to select a user, and records the selection in the address", async () => {
    const { router, user } = await openPeople("/admin/users");
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
    const { router, user } = await openPeople("/admin/users");
    const entry = await screen.findByRole("link", { name: new RegExp(amara.name) });
    await user.keyboard("j");
    expect(entry).toHaveFocus();
    await user.keyboard("e");
    expect(await screen.findByRole("dialog", { name: `Edit ${amara.name}` })).toBeVisible();
    expect(router.state.location.search).toBe(`?user=${amara._id}&edit=details`);
  });

  it("shows a message when no person is found", async () => {
    server.use(http.get(api("/admin/users"), () => page([])));
    await openPeople("/admin/users");
    expect(await screen.findByText("No users found.")).toBeVisible();
    expect(screen.queryByText(/^No results for/)).toBeNull();
  });

  it("repeats a search that finds no person", async () => {
    server.use(http.get(api("/admin/users"), () => page([])));
    await openPeople("/admin/users?search=nobody");
    expect(await screen.findByText("No users found.")).toBeVisible();
    expect(screen.getByText("No results for “nobody”.")).toBeVisible();
  });

  it("shows the reason of a failure", async () => {
    server.use(http.get(api("/admin/users"), () => failure(409, "odd", "The shelf fell over")));
    await openPeople("/admin/users");
    expect(await screen.findByText("Error loading users: The shelf fell over")).toBeVisible();
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
    const { user } = await openPeople(`/admin/users?user=${amara._id}&edit=details`);
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
    servePerson({ person: amara, borrowings: [] });
    const sent: unknown[] = [];
    server.use(
      http.put(api("/admin/users/:id"), async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? failure(409, "email_taken", "An account with this email already exists")
          : answer({ ...amara, email: "okafor@students.example" });
      }),
    );
    const { router, user } = await openPeople(`/admin/users?user=${amara._id}&edit=details`);
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
    servePerson({ person: amara, borrowings: [] });
    const { router, user } = await openPeople(`/admin/users?user=${amara._id}&edit=details`);
    await user.type(await screen.findByLabelText("Full name"), "!");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard changes?" });
    expect(router.state.location.search).toContain("edit=details");
    await user.click(within(question).getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(router.state.location.search).not.toContain("edit=details"));
  });

  it("is deactivated after a confirmation, and shows a refusal", async () => {
    servePerson({ person: amara, borrowings: [] });
    const refusal = "The last active administrator cannot be removed";
    server.use(
      http.put(api("/admin/users/:id"), () => failure(409, "last_administrator", refusal)),
    );
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Deactivate" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Deactivate" }));
    expect(await within(question).findByRole("alert")).toHaveTextContent(refusal);
  });

  it("cannot be deactivated by its owner", async () => {
    const me = anAdmin();
    servePerson({ person: aPerson(me), borrowings: [] });
    await openPeople(`/admin/users?user=${me._id}&edit=details`);
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
    const state = servePerson({ person: amara, borrowings: [] });
    const sent = changes([
      () => failure(409, "odd", "The shelf fell over"),
      () => {
        state.person = blocked;
        return answer({ ...blocked });
      },
    ]);
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
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
    servePerson({ person: amara, borrowings: [] });
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
    await user.click(await screen.findByRole("button", { name: "Block borrowing" }));
    const reason = await screen.findByLabelText("Reason");
    await user.type(reason, "Three lost books");
    await user.keyboard("{Escape}");
    const question = () => screen.findByRole("alertdialog", { name: "Discard changes?" });
    await user.click(within(await question()).getByRole("button", { name: "Keep editing" }));
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
    const state = servePerson({ person: blocked, borrowings: [] });
    const edited = { ...blocked, blockReason: "Four lost books" };
    const sent = changes([
      () => {
        state.person = edited;
        return answer({ ...edited });
      },
    ]);
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
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
    const state = servePerson({ person: amara, borrowings: [] });
    const sent = changes([() => answer({ ...blocked, blockReason: "Damaged an atlas" })]);
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
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
    const state = servePerson({ person: blocked, borrowings: [] });
    const sent = changes([]);
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
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
    const state = servePerson({ person: blocked, borrowings: [] });
    const sent = changes([
      () => failure(409, "odd", "The shelf fell over"),
      () => {
        state.person = amara;
        return answer({ ...amara });
      },
    ]);
    const { user } = await openPeople(`/admin/users?user=${amara._id}`);
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
    servePerson({ person: blocked, borrowings: [] });
    server.use(http.get(api("/admin/users"), () => page([{ ...blocked }, { ...inactive }])));
    await openPeople(`/admin/users?user=${blocked._id}`);
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
