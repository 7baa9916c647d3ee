import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { anAdmin } from "@/test/fixtures/people.ts";
import { someRoles } from "@/test/fixtures/roles.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

async function open() {
  signedInAs(anAdmin());
  await renderApp("/admin/settings/roles");
  await screen.findByRole("table", { name: "Permissions by role" });
  return userEvent.setup({ delay: null });
}

/** Records the request bodies of changes; each gets the next response. */
function changes(method: "post" | "put" | "delete", path: string, answers: (() => Response)[]) {
  const sent: unknown[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      sent.push(method === "delete" ? request.url : await request.json());
      return (answers[sent.length - 1] as () => Response)();
    }),
  );
  return sent;
}

const [administrator] = someRoles().roles;

describe("the roles", () => {
  it("are listed with their people and permissions", async () => {
    await open();
    const list = within(screen.getByRole("list", { name: "Roles" }));
    const rows = list.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toContain("AdministratorBuilt in1 personAll permissions, always");
    expect(rows[4]).toContain("StudentBuilt in60 peopleNo additional permissions");
    expect(list.queryByRole("button", { name: "Edit the role Administrator" })).toBeNull();
    expect(list.queryByRole("button", { name: "Remove the role Librarian" })).toBeNull();
    const row = screen.getByRole("row", { name: /^Waive fines/ });
    const cells = within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
    expect(cells).toEqual(["Yes", "Yes", "No", "No", "No", "No", "No"]);
    const people = list.getByRole("link", { name: "60 people" });
    expect(people).toHaveAttribute("href", "/admin/users?role=student");
  });

  it("are added, with what the chosen permissions need", async () => {
    const user = await open();
    const sent = changes("post", "/admin/roles", [
      () => failure(409, "role_name_taken", "A role with this name already exists"),
      () => answer({ ...administrator }),
    ]);
    await user.click(screen.getByRole("button", { name: "Add a role" }));
    const panel = within(await screen.findByRole("dialog", { name: "Add a role" }));
    await user.click(panel.getByRole("button", { name: "Add role" }));
    const name = panel.getByLabelText("Name");
    expect(name).toHaveAccessibleDescription(/Name is required/);
    await user.type(name, "Evening desk");
    expect(panel.queryByRole("checkbox", { name: "Change roles" })).toBeNull();
    const box = (label: string) => panel.getByRole("checkbox", { name: label });
    await user.click(box("Waive fines, with a reason"));
    expect(box("Record payments of fines")).toBeChecked();
    expect(box("See people and their details")).toBeChecked();
    await user.click(box("Record payments of fines"));
    expect(box("Waive fines, with a reason")).not.toBeChecked();
    await user.click(panel.getByRole("button", { name: "Add role" }));
    await waitFor(() =>
      expect(name).toHaveAccessibleDescription(/A role with this name already exists/),
    );
    await user.click(panel.getByRole("button", { name: "Add role" }));
    expect(await screen.findByText("Role added")).toBeVisible();
    const body = { name: "Evening desk", permissions: ["read_any_borrowing", "read_users"] };
    expect(sent).toEqual([body, body]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are changed with the version that was shown", async () => {
    const user = await open();
    const sent = changes("put", "/admin/roles/assistant", [
      () => failure(409, "settings_changed", "Another administrator has changed these settings"),
    ]);
    await user.click(screen.getByRole("button", { name: "Edit the role Assistant" }));
    const panel = within(await screen.findByRole("dialog", { name: "Edit Assistant" }));
    expect(panel.getByText(/^2 people have this role/)).toBeVisible();
    await user.click(panel.getByRole("checkbox", { name: "See the admin dashboard and reports" }));
    await user.click(panel.getByRole("button", { name: "Save changes" }));
    expect(await panel.findByRole("alert")).toHaveTextContent("Another administrator has changed");
    expect(sent).toEqual([
      {
        name: "Assistant",
        permissions: [
          "check_out",
          "return_any_borrowing",
          "record_payment",
          "read_any_borrowing",
          "read_users",
          "read_statistics",
        ],
        version: "assistant-1",
      },
    ]);
    await user.click(panel.getByRole("button", { name: "Cancel" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Discard changes?" }));
    await user.click(question.getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("can be removed when they have no people", async () => {
    const user = await open();
    const sent = changes("delete", "/admin/roles/helper", [
      () => failure(409, "role_in_use", "One person has this role; give them another one first"),
      () => answer(null),
    ]);
    expect(screen.getByRole("button", { name: "Remove the role Cataloguer" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await user.click(screen.getByRole("button", { name: "Remove the role Weekend helper" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Remove the role Weekend helper?" }),
    );
    const confirm = question.getByRole("button", { name: "Remove" });
    await user.click(confirm);
    expect(await question.findByRole("alert")).toHaveTextContent("One person has this role");
    await user.click(confirm);
    expect(await screen.findByText("Role removed")).toBeVisible();
    expect(sent).toHaveLength(2);
  });
});
