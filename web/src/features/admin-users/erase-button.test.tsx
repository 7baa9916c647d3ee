import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { UserSummary } from "@/api/shapes.ts";
import { anAdmin, aPerson } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const amara = aPerson({ activeBorrowings: 0, overdueBorrowings: 0, balance: 0 });

async function open(person: UserSummary) {
  server.use(
    http.get(api("/admin/users/:id"), () => answer({ ...person })),
    http.get(api("/admin/borrowings/user/:id"), () => page([])),
  );
  signedInAs(anAdmin());
  const { router } = await renderApp(`/admin/users?user=${person._id}`);
  const button = await screen.findByRole("button", { name: "Erase account" });
  return { router, button, user: userEvent.setup({ delay: null }) };
}

describe("the erasure of an account", () => {
  it.each([
    [{ activeBorrowings: 2 }, "2 books must be returned first."],
    [{ balance: 1.5 }, "The balance of $1.50 must be settled first."],
    [{ role: "admin" } as const, "Staff accounts cannot be erased. Change the role first."],
  ])("is not possible with %o", async (parts, reason) => {
    const { button } = await open(aPerson({ ...amara, ...parts }));
    expect(button).toHaveAccessibleDescription(reason);
    expect(screen.getByText(reason, { ignore: "[hidden]" })).toBeVisible();
  });

  it("requires the email of the account, and closes the person's sheet", async () => {
    const sent: unknown[] = [];
    const askedInVain: string[] = [];
    const { router, button, user } = await open(amara);
    server.use(
      http.delete(api("/admin/users/:id"), async ({ request }) => {
        sent.push(await request.json());
        return answer(null);
      }),
    );
    for (const path of ["/admin/users/:id", "/admin/borrowings/user/:id"]) {
      server.use(
        http.get(api(path), ({ request }) => {
          askedInVain.push(request.url);
          return failure(404, "user_not_found", "User not found");
        }),
      );
    }
    await user.click(button);
    const dialog = within(await screen.findByRole("dialog"));
    const field = dialog.getByRole("textbox", { name: "Account email" });
    await user.type(field, "somebody@else.example");
    await user.click(dialog.getByRole("button", { name: "Erase permanently" }));
    expect(field).toBeInvalid();
    expect(sent).toEqual([]);
    await user.clear(field);
    await user.type(field, amara.email.toUpperCase());
    await user.click(dialog.getByRole("button", { name: "Erase permanently" }));
    await screen.findByText(`The account of ${amara.name} has been erased`);
    expect(sent).toEqual([{ email: amara.email.toUpperCase() }]);
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(askedInVain).toEqual([]);
  });

  it("shows why the server refused it", async () => {
    const reason = "This person has books on loan; they must be returned first";
    server.use(
      http.delete(api("/admin/users/:id"), () => failure(409, "user_has_borrowings", reason)),
    );
    const { button, user } = await open(amara);
    await user.click(button);
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "Account email" }), amara.email);
    await user.click(dialog.getByRole("button", { name: "Erase permanently" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(reason);
  });
});
