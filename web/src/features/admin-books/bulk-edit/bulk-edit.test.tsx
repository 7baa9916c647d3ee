import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aBulkEdit } from "@/test/fixtures/bulk-edits.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

beforeEach(() => signedInAs(anAdmin()));

const PREVIEW = {
  books: 3,
  changed: 1,
  refused: 1,
  shown: [
    {
      _id: "book-1",
      title: "The Life of the Bee",
      author: "Maurice Maeterlinck",
      fields: [
        { field: "category", before: "Nature", after: "Animals" },
        {
          field: "subjects",
          before: [],
          after: [{ heading: "Insects -- Behavior", scheme: null }],
        },
      ],
      errors: [],
    },
    {
      _id: "book-2",
      title: "The Ant",
      author: "Anonymous",
      fields: [],
      errors: [
        { field: "subjects", message: "Too many subjects", code: "subjects_too_many", values: {} },
      ],
    },
  ],
};

/** Selects the first book of the list and opens the dialog. */
async function openDialog() {
  await renderApp("/admin/books");
  const user = userEvent.setup();
  const [, first] = await screen.findAllByRole("checkbox");
  if (first === undefined) throw new Error("the list has rows");
  await user.click(first);
  await user.click(await screen.findByRole("button", { name: "Change" }));
  return { user, dialog: await screen.findByRole("dialog") };
}

describe("changing many books", () => {
  it("shows the change before it is made, and undoes it", async () => {
    const sent: unknown[] = [];
    let current = aBulkEdit({ refused: 0 });
    server.use(
      http.post(api("/bulk-edits/preview"), async ({ request }) => {
        sent.push(await request.json());
        return answer(PREVIEW);
      }),
      http.post(api("/bulk-edits"), async ({ request }) => {
        sent.push(await request.json());
        return answer(current);
      }),
      http.get(api("/bulk-edits/:id"), () => answer(current)),
      http.post(api("/bulk-edits/:id/undo"), () => {
        current = aBulkEdit({ state: "undone", refused: 0, restored: 2 });
        return answer(current);
      }),
    );
    const { user, dialog } = await openDialog();
    const inside = within(dialog);
    await user.selectOptions(await inside.findByLabelText("Field to change"), "Category");
    await user.type(inside.getByLabelText("Category"), "Animals");
    await user.selectOptions(inside.getByLabelText("Another field"), "Add subjects");
    await user.type(inside.getByLabelText("Add subjects"), "Insects{enter}Bees, wild");
    await user.click(inside.getByRole("button", { name: "Show the changes" }));

    expect(await inside.findByText(/^1 book will change\./)).toBeVisible();
    expect(inside.getByText("Insects – Behavior")).toBeVisible();
    expect(inside.getByText("Too many subjects")).toBeVisible();
    await user.click(inside.getByRole("button", { name: "Change 1 book" }));
    expect(await inside.findByText("2 books were changed.")).toBeVisible();
    const changes = { category: "Animals", addSubjects: ["Insects", "Bees, wild"] };
    expect(sent).toEqual([
      { books: [expect.any(String)], changes },
      { books: [expect.any(String)], changes, expectedBooks: 3 },
    ]);

    await user.click(inside.getByRole("button", { name: "Undo" }));
    expect(await inside.findByText("2 books have their former values again.")).toBeVisible();
  });

  it("shows what is wrong at the field", async () => {
    server.use(
      http.post(api("/bulk-edits/preview"), () =>
        failure(422, "validation", "Please enter a category", [
          { field: "category", message: "Please enter a category" },
        ]),
      ),
    );
    const { user, dialog } = await openDialog();
    const inside = within(dialog);
    await user.selectOptions(await inside.findByLabelText("Field to change"), "Category");
    await user.click(inside.getByRole("button", { name: "Show the changes" }));
    await waitFor(() =>
      expect(inside.getByLabelText("Category")).toHaveAccessibleDescription(
        /Please enter a category/,
      ),
    );
  });
});

describe("the list of bulk edits", () => {
  it("says what each has changed, and undoes it", async () => {
    let current = aBulkEdit();
    server.use(
      http.get(api("/bulk-edits"), () => page([current])),
      http.post(api("/bulk-edits/:id/undo"), () => {
        current = aBulkEdit({ state: "undone", restored: 2 });
        return answer(current);
      }),
    );
    await renderApp("/admin/bulk-edits");
    const row = (await screen.findByText("2 of 3")).closest("tr");
    if (row === null) throw new Error("the count is in a row");
    expect(within(row).getByText("Nature")).toBeVisible();
    expect(within(row).getByText("Bees")).toBeVisible();
    await userEvent.setup().click(within(row).getByRole("button", { name: "Undo" }));
    expect(await within(row).findByText("Undone")).toBeVisible();
    expect(within(row).queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("lists the books that could not be changed", async () => {
    server.use(
      http.get(api("/bulk-edits/:id/refused"), () =>
        answer([
          {
            _id: "book-2",
            title: "The Ant",
            author: "Anonymous",
            errors: PREVIEW.shown[1]?.errors,
          },
        ]),
      ),
    );
    await renderApp("/admin/bulk-edits");
    await userEvent.setup().click(await screen.findByRole("button", { name: "Show 1 book" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("Too many subjects")).toBeVisible();
  });
});
