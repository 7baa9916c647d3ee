import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { SignedInUser, UserSummary } from "@/api/shapes.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { anAdmin, anAssistant, aPerson, aUser } from "@/test/fixtures/people.ts";
import { withRole } from "@/test/fixtures/roles.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, borrowingsOfPerson, page, server, signedInAs } from "@/test/server.ts";

const librarian = aUser({ _id: "librarian-1", name: "Lena Hall", ...withRole("librarian") });

/** Opens a person's sheet as this signed-in user. */
async function open(me: SignedInUser, person: UserSummary) {
  server.use(
    http.get(api("/admin/users/:id"), () => answer({ ...person })),
    borrowingsOfPerson(() => [aBorrowing({ fineOutstanding: 1.5 })]),
  );
  signedInAs(me);
  await renderApp(`/admin/users?user=${person._id}`);
  await screen.findByRole("button", { name: "Return Book: Dune" });
  await screen.findByRole("heading", { level: 2, name: person.name });
}

const buttons = () =>
  ["Edit details", "Password link", "Block borrowing", "Deactivate"].filter(
    (name) => screen.queryByText(name) !== null,
  );
const ALL = ["Edit details", "Password link", "Block borrowing", "Deactivate"];

function personWith(code: string): UserSummary {
  const { permissions: _, ...role } = withRole(code);
  return aPerson(role);
}

describe("a person's sheet", () => {
  it.each([
    ["an administrator", anAdmin(), "admin", ALL],
    ["an administrator", anAdmin(), "assistant", ALL],
    ["a librarian", librarian, "student", ALL],
    ["a librarian", librarian, "teacher", ALL],
    ["a librarian", librarian, "assistant", []],
    ["a librarian", librarian, "admin", []],
    ["an assistant", anAssistant(), "student", []],
  ])("shows %s (%#) the allowed actions", async (_who, me, code, actions) => {
    await open(me, personWith(code));
    // Actions on staff depend on the roles, and appear when they are loaded.
    if (actions.length > 0) await screen.findByText("Edit details");
    expect(buttons()).toEqual(actions);
  });

  it("shows an assistant only the actions of the desk: no waivers, no new people", async () => {
    await open(anAssistant(), personWith("student"));
    for (const name of [/^Renew/, /^Return Book/, /payment for/]) {
      expect(screen.getByRole("button", { name })).toBeVisible();
    }
    expect(screen.queryByRole("button", { name: /Waive/ })).toBeNull();
    expect(screen.queryByText("Add user")).toBeNull();
  });
});

describe("the unpaid fines of a person", () => {
  const fined = aBorrowing({
    _id: "borrowing-2",
    status: "returned",
    returnedDate: "2024-01-30T10:00:00.000Z",
    fineAmount: 2,
    fineOutstanding: 2,
  });

  it("are shown to an assistant, without other returned borrowings", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(api("/admin/users/:id"), () => answer({ ...personWith("student") })),
      http.get(api("/admin/borrowings/user/:id"), ({ request }) => {
        const status = new URL(request.url).searchParams.get("status");
        asked.push(status);
        return page(status === "unpaid" ? [{ ...fined }] : []);
      }),
    );
    signedInAs(anAssistant());
    await renderApp(`/admin/users?user=${aPerson()._id}`);
    expect(await screen.findByRole("heading", { name: "Unpaid fines" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Record payment for Dune" })).toBeVisible();
    expect(asked.toSorted()).toEqual([null, "unpaid"]);
  });

  it("are not requested without a permission for payments or histories", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(api("/admin/users/:id"), () => answer({ ...personWith("student") })),
      http.get(api("/admin/borrowings/user/:id"), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("status"));
        return page([]);
      }),
    );
    const assistant = anAssistant();
    const permissions = assistant.permissions.filter((one) => one !== "record_payment");
    signedInAs({ ...assistant, permissions });
    await renderApp(`/admin/users?user=${aPerson()._id}`);
    expect(await screen.findByText(`${aPerson().name} has no active borrowings.`)).toBeVisible();
    expect(asked).toEqual([null]);
  });
});

describe("the email address of a person", () => {
  const editor = async (me: SignedInUser, person: UserSummary) => {
    server.use(
      http.get(api("/admin/users/:id"), () => answer({ ...person })),
      http.get(api("/admin/borrowings/user/:id"), () => page([])),
    );
    signedInAs(me);
    await renderApp(`/admin/users?user=${person._id}&edit=details`);
    return within(await screen.findByRole("dialog")).findByLabelText("Email");
  };

  it("can be changed by a person who may create password links", async () => {
    expect(await editor(librarian, personWith("student"))).not.toHaveAttribute("readonly");
  });

  it("is read-only, with the reason, for a person who may not", async () => {
    const permissions = librarian.permissions.filter((one) => one !== "make_password_links");
    const field = await editor({ ...librarian, permissions }, personWith("student"));
    expect(field).toHaveAttribute("readonly");
    expect(field).toHaveAccessibleDescription(
      "To change the email address, you need the permission to create password links.",
    );
  });

  it("is changed in the profile by the person", async () => {
    const me = anAdmin();
    const field = await editor(me, { ...personWith("admin"), _id: me._id });
    expect(field).toHaveAttribute("readonly");
    expect(field).toHaveAccessibleDescription("Change your own email address in your profile.");
  });
});

describe("the role of a person", () => {
  it("can be changed only to roles whose permissions the user has", async () => {
    const manager = { ...withRole("librarian") };
    const permissions = [...manager.permissions, "manage_staff" as const];
    const me = aUser({ _id: "manager-1", ...manager, permissions });
    signedInAs(me);
    await renderApp("/admin/users?edit=new");
    const panel = within(await screen.findByRole("dialog"));
    await panel.findByRole("option", { name: "Assistant" });
    const select = within(panel.getByRole("combobox", { name: /^Role/ }));
    const options = select.getAllByRole("option").map(({ textContent }) => textContent);
    expect(options).toEqual([
      "Librarian",
      "Assistant",
      "Teacher",
      "Student",
      "Cataloguer",
      "Weekend helper",
    ]);
  });

  it("is not offered to a person who may not manage staff", async () => {
    signedInAs(librarian);
    await renderApp("/admin/users?edit=new");
    const panel = within(await screen.findByRole("dialog"));
    expect(await panel.findByLabelText("Email")).toBeVisible();
    expect(panel.queryByRole("combobox", { name: /^Role/ })).toBeNull();
  });
});
