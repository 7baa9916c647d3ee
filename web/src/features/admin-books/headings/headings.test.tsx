import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aBulkEdit } from "@/test/fixtures/bulk-edits.ts";
import { aHeading } from "@/test/fixtures/headings.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

beforeEach(() => signedInAs(anAdmin()));

const NOTHING = { books: 2, changed: 2, refused: 0, shown: [] };

/** Records the bodies of bulk edits, which end at once. */
function bulkEdits(): unknown[] {
  const sent: unknown[] = [];
  const ended = aBulkEdit({ refused: 0 });
  server.use(
    http.post(api("/bulk-edits/preview"), () => answer(NOTHING)),
    http.post(api("/bulk-edits"), async ({ request }) => {
      sent.push(await request.json());
      return answer(ended);
    }),
    http.get(api("/bulk-edits/:id"), () => answer(ended)),
  );
  return sent;
}

describe("categories and subjects", () => {
  it("lists each with its books, sorted and searched by the server", async () => {
    const asked: string[] = [];
    server.use(
      http.get(api("/headings"), ({ request }) => {
        asked.push(new URL(request.url).search);
        return page([aHeading()]);
      }),
    );
    await renderApp("/admin/headings");
    const user = userEvent.setup();
    expect(await screen.findByRole("link", { name: "Science" })).toHaveAttribute(
      "href",
      "/admin/books?category=Science",
    );
    await user.click(screen.getByRole("button", { name: "Books" }));
    await user.type(screen.getByRole("searchbox"), "sci{Enter}");
    await waitFor(() =>
      expect(asked.at(-1)).toBe("?kind=category&search=sci&sort=books&page=1&limit=25"),
    );
  });

  it("renames a category in all its books, and offers the undo", async () => {
    const sent = bulkEdits();
    await renderApp("/admin/headings");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Rename Sciense" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Rename category" }));
    const show = dialog.getByRole("button", { name: "Show the changes" });
    expect(show).toHaveAccessibleDescription("This is the present name");
    const name = dialog.getByRole("combobox", { name: "New name" });
    await user.clear(name);
    await user.type(name, "Science");
    await user.click(show);
    await user.click(await dialog.findByRole("button", { name: "Change 2 books" }));
    expect(await dialog.findByRole("button", { name: "Undo" })).toBeInTheDocument();
    expect(sent).toEqual([
      {
        changes: { rename: { kind: "category", from: ["Sciense"], to: "Science" } },
        expectedBooks: 2,
      },
    ]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("joins the selected subjects, and removes one", async () => {
    const sent = bulkEdits();
    server.use(
      http.get(api("/headings"), () =>
        page([
          aHeading({ name: "Bees", archivedBooks: null }),
          aHeading({ name: "Bees -- Behavior", books: 1, archivedBooks: null }),
        ]),
      ),
    );
    await renderApp("/admin/headings?kind=subject");
    const user = userEvent.setup();
    expect(await screen.findByRole("link", { name: "Bees – Behavior" })).toHaveAttribute(
      "href",
      `/admin/books?search=${encodeURIComponent('subject:"Bees -- Behavior"').replaceAll("%20", "+")}`,
    );
    for (const name of ["Bees", "Bees – Behavior"]) {
      await user.click(screen.getByRole("checkbox", { name: new RegExp(`${name}$`) }));
    }
    await user.click(screen.getByRole("button", { name: "Join" }));
    const joined = within(await screen.findByRole("dialog", { name: "Join 2 subjects" }));
    expect(joined.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Bees",
      "Bees – Behavior",
    ]);
    await user.click(joined.getByRole("button", { name: "Show the changes" }));
    await user.click(await joined.findByRole("button", { name: "Change 2 books" }));
    expect(await joined.findByRole("button", { name: "Undo" })).toBeInTheDocument();
    await user.keyboard("{Escape}");

    await user.click(await screen.findByRole("button", { name: "Remove Bees" }));
    const removed = within(await screen.findByRole("dialog", { name: "Remove 1 subject" }));
    await user.click(removed.getByRole("button", { name: "Show the changes" }));
    await user.click(await removed.findByRole("button", { name: "Change 2 books" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          changes: { rename: { kind: "subject", from: ["Bees", "Bees -- Behavior"], to: "Bees" } },
          expectedBooks: 2,
        },
        { changes: { rename: { kind: "subject", from: ["Bees"], to: null } }, expectedBooks: 2 },
      ]),
    );
  });

  it("shows at the field why a name is refused", async () => {
    server.use(
      http.post(api("/bulk-edits/preview"), () =>
        failure(422, "validation", "Category cannot exceed 80 characters", [
          { field: "to", message: "Category cannot exceed 80 characters" },
        ]),
      ),
    );
    await renderApp("/admin/headings");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Rename Sciense" }));
    const dialog = within(await screen.findByRole("dialog"));
    const name = dialog.getByRole("combobox", { name: "New name" });
    await user.type(name, "s");
    await user.click(dialog.getByRole("button", { name: "Show the changes" }));
    await waitFor(() =>
      expect(name).toHaveAccessibleDescription("Category cannot exceed 80 characters"),
    );
  });
});
