import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { User } from "@/api/shapes.ts";
import { anAdmin, aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

async function open(parts: Partial<User> = {}, path = "/profile") {
  const person = parts.role === "admin" ? anAdmin(parts) : aUser(parts);
  signedInAs(person);
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Profile" });
  return { person, router, user: userEvent.setup({ delay: null }) };
}

function fact(name: string): HTMLElement | null | undefined {
  const term = screen.getAllByRole("term").find((dt) => dt.textContent === name);
  return term?.parentElement?.querySelector("dd");
}

/** Applies a change to the response, and records the request bodies. */
function takeDetails(person: User) {
  const sent: unknown[] = [];
  server.use(
    http.put(api("/auth/updatedetails"), async ({ request }) => {
      const changes = (await request.json()) as Partial<User>;
      sent.push(changes);
      return answer({ ...person, ...changes });
    }),
  );
  return sent;
}

describe("the profile", () => {
  it("shows the person's details", async () => {
    await open({
      collegeName: "College of Letters",
      department: "History",
      currentSemester: "Fall 2024",
      currentSemesterCategory: "Humanities",
      phone: "+4915112345678",
      address: "2 Quiet Corner",
    });
    const main = within(screen.getByRole("main"));
    for (const text of ["Amara Okafor", "Student", "Active"]) {
      expect(main.getByText(text)).toBeVisible();
    }
    for (const [name, value] of [
      ["Student ID", "S-2024-0012"],
      ["College", "College of Letters"],
      ["Department", "History"],
      ["Current semester", "Fall 2024"],
      ["Semester study category", "Humanities"],
      ["Email", "amara@students.example"],
      ["Phone", "+4915112345678"],
      ["Address", "2 Quiet Corner"],
      ["Account created", "Jan 5, 2024"],
      ["Last updated", "Feb 5, 2024"],
    ] as const) {
      expect(fact(name)).toHaveTextContent(value);
    }
  });

  it("shows which language applies when none was chosen", async () => {
    await open({ language: null });
    expect(fact("Language")).toHaveTextContent("The browser’s, or the library’s in emails");
  });

  it("shows a summary of a student's borrowings", async () => {
    await open();
    const summary = within(screen.getByRole("region", { name: "Borrowing Summary" }));
    expect(await summary.findByText("Borrowed in total")).toBeVisible();
    expect(fact("Borrowed now")).toHaveTextContent("2");
    expect(fact("Overdue")).toHaveTextContent("1");
    expect(fact("Returned")).toHaveTextContent("1");
    expect(fact("Unpaid fines")).toHaveTextContent("$1.50");
    expect(fact("Fines paid")).toHaveTextContent("$0.75");
    expect(fact("Borrowed in total")).toHaveTextContent("3");
    expect(fact("Most-read category")).toHaveTextContent("Science Fiction and Fantasy");
    expect(fact("Member since")).toHaveTextContent("Jan 5, 2024");
    expect(summary.getByRole("link", { name: "1" })).toHaveAttribute("href", "/favorites");
    expect(screen.queryByRole("region", { name: "Admin Tools" })).toBeNull();
  });

  it("links an administrator to the management screens", async () => {
    await open({ role: "admin", isActive: false });
    expect(screen.getByText("Administrator")).toBeVisible();
    expect(screen.getByText("Inactive")).toBeVisible();
    const tools = within(screen.getByRole("region", { name: "Admin Tools" }));
    expect(await tools.findByRole("link", { name: "12 borrowings are overdue" })).toBeVisible();
    const links = tools.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/admin/borrowings?status=overdue",
      "/admin",
      "/admin/books",
      "/admin/users",
      "/admin/borrowings",
    ]);
    for (const [index, total] of [
      [2, "1,204"],
      [3, "64"],
      [4, "3,150"],
    ] as const) {
      expect(within(links[index] as HTMLElement).getByText(total)).toBeVisible();
    }
    expect(screen.queryByRole("region", { name: "Borrowing Summary" })).toBeNull();
  });

  it("saves the changed fields, shows them, and moves the focus back to the button", async () => {
    const { person, user } = await open({ phone: "+4915112345678" });
    const sent = takeDetails(person);
    await user.click(screen.getByRole("button", { name: "Edit profile" }));
    expect(screen.getByLabelText("Full name")).toHaveFocus();
    await user.clear(screen.getByLabelText(/^Phone/));
    await user.type(screen.getByLabelText(/^Address/), "2 Quiet Corner");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Profile updated successfully")).toBeVisible();
    expect(sent).toEqual([{ phone: null, address: "2 Quiet Corner" }]);
    await waitFor(() => expect(fact("Address")).toHaveTextContent("2 Quiet Corner"));
    expect(fact("Phone")).toHaveTextContent("Not set");
    expect(screen.getByRole("button", { name: "Edit profile" })).toHaveFocus();
  });

  it("asks for confirmation before it discards changes", async () => {
    const { router, user } = await open({}, "/profile?edit=details");
    await user.type(await screen.findByLabelText(/^Address/), "2 Quiet Corner");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(router.state.location.search).toBe("?edit=details");
    await user.click(dialog.getAllByRole("button").at(-1) as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(fact("Address")).toHaveTextContent("Not set");
  });

  it.each([
    [/^Full name/, "A", "Name must be at least 2 characters"],
    [/^Email/, "amara@", "Invalid email address"],
    [/^Phone/, "0123", "Invalid phone number"],
    [/^Address/, "a".repeat(201), "Address cannot exceed 200 characters"],
  ])("rejects %s %j before it calls the server", async (label, value, message) => {
    const { user } = await open({}, "/profile?edit=details");
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(value);
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(field).toHaveAccessibleDescription(new RegExp(message));
    expect(field).toHaveFocus();
  });

  it("shows beside the field and in a toast that an email is in use", async () => {
    const message = "An account with this email already exists";
    server.use(http.put(api("/auth/updatedetails"), () => failure(409, "email_taken", message)));
    const { user } = await open({}, "/profile?edit=details");
    const email = await screen.findByLabelText("Email");
    await user.clear(email);
    await user.type(email, "wen@library.example");
    const [password] = screen.getAllByLabelText("Current password");
    await user.type(password as HTMLElement, "Reading1");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(await within(toasts).findByText(message)).toBeVisible();
    expect(email).toHaveAccessibleDescription(new RegExp(`^${message}`));
  });

  it("shows a message of its own when the server sends none", async () => {
    server.use(http.put(api("/auth/updatedetails"), () => HttpResponse.error()));
    const { user } = await open({}, "/profile?edit=details");
    await user.type(await screen.findByLabelText("Full name"), "!");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Update failed")).toBeVisible();
  });
});

describe("the password", () => {
  async function fill(current: string, next: string, confirm = next) {
    const opened = await open();
    const fields = {
      current: screen.getByLabelText("Current password"),
      next: screen.getByLabelText("New password"),
      confirm: screen.getByLabelText("Confirm new password"),
    };
    await opened.user.type(fields.current, current);
    await opened.user.type(fields.next, next);
    await opened.user.type(fields.confirm, confirm);
    const send = () => opened.user.click(screen.getByRole("button", { name: "Update password" }));
    return { ...opened, ...fields, send };
  }

  it("changes, stores the new token, and clears the fields", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(api("/auth/updatepassword"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ user: { ...aUser() }, token: "fresh" });
      }),
    );
    const { send, current } = await fill("Reading1", "Quieter2");
    await send();
    expect(await screen.findByText("Password updated successfully")).toBeVisible();
    expect(sent).toEqual([{ currentPassword: "Reading1", newPassword: "Quieter2" }]);
    expect(localStorage.getItem("token")).toBe("fresh");
    expect(current).toHaveValue("");
  });

  it("shows beside the field that the current password is wrong", async () => {
    const message = "Current password is incorrect";
    server.use(
      http.put(api("/auth/updatepassword"), () =>
        failure(422, "validation", message, [{ field: "currentPassword", message }]),
      ),
    );
    const { send, current } = await fill("Reading2", "Quieter2");
    await send();
    await waitFor(() => expect(current).toHaveAccessibleDescription(message));
    expect(current).toHaveFocus();
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(await within(toasts).findByText(message)).toBeVisible();
  });

  it("shows a message of its own when the server sends none", async () => {
    server.use(http.put(api("/auth/updatepassword"), () => HttpResponse.error()));
    const { send } = await fill("Reading1", "Quieter2");
    await send();
    expect(await screen.findByText("Password update failed")).toBeVisible();
  });

  it("rejects a weak password, and a confirmation that differs", async () => {
    const { send, next, confirm } = await fill("Reading1", "quieter2", "Quieter2");
    await send();
    expect(next).toHaveAccessibleDescription(
      /Password must contain at least one uppercase letter, one lowercase letter, and one number/,
    );
    expect(confirm).toHaveAccessibleDescription("Passwords do not match");
  });
});
