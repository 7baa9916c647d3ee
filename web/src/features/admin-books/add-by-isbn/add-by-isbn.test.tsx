import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import type { Shape } from "@/api/shapes.ts";
import { aFoundBook, aLookup, aSourceAnswer, ISBN } from "@/test/fixtures/book-data.ts";
import { aBook, aCopy, someDetails } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const OTHER = "9780306406157";

/** Opens the screen with these results by number, and records what is sent. */
async function open(lookups: Record<string, () => Response | Promise<Response>> = {}) {
  const sent: { call: string; body: unknown }[] = [];
  const asked: string[] = [];
  const record = async (call: string, request: Request) => {
    const text = await request.text();
    sent.push({ call, body: text === "" ? null : JSON.parse(text) });
  };
  server.use(
    http.get(api("/book-lookups"), ({ request }) => {
      const isbn = new URL(request.url).searchParams.get("isbn") ?? "";
      asked.push(isbn);
      return lookups[isbn]?.() ?? answer({ ...aLookup({ isbn }) });
    }),
    http.post(api("/books"), async ({ request }) => {
      const form = (await request.clone().json()) as Shape<"BookForm">;
      await record("add", request);
      const book = { ...aBook({ _id: "book_9", title: form.title }), details: someDetails() };
      return HttpResponse.json(
        { success: true, message: "", data: book, warnings: [] },
        { status: 201 },
      );
    }),
    http.post(api("/books/:id/copies"), async ({ request, params }) => {
      await record(`copies of ${String(params.id)}`, request);
      return answer([
        { ...aCopy({ _id: "copy_1", barcode: "0001" }) },
        { ...aCopy({ _id: "copy_2", barcode: "0002" }) },
      ]);
    }),
    http.get(api("/books/:id/copies"), () =>
      answer([{ ...aCopy({ _id: "copy_1", barcode: "0001" }) }]),
    ),
    http.post(api("/books/:id/open-library-cover"), async ({ request, params }) => {
      await record(`cover of ${String(params.id)}`, request);
      return failure(409, "cover_not_loaded", "Open Library did not give the cover.");
    }),
    http.delete(api("/books/:id"), async ({ request, params }) => {
      await record(`delete ${String(params.id)}`, request);
      return answer({ archived: false });
    }),
    http.delete(api("/copies/:id"), async ({ request, params }) => {
      await record(`withdraw ${String(params.id)}`, request);
      return answer(null);
    }),
  );
  signedInAs(anAdmin());
  await renderApp("/admin/add-by-isbn");
  const field = await screen.findByRole("textbox", { name: "ISBN" });
  return { user: userEvent.setup({ delay: null }), sent, asked, field };
}

const found = (parts: Partial<Shape<"BookLookup">>) => () => answer({ ...aLookup(parts) });

/** The value of a text field of the form. */
const value = (name: RegExp | string) =>
  screen.getByRole<HTMLInputElement>("textbox", { name }).value;

describe("adding books by ISBN", () => {
  test("without a source, the form has the number and says why it is empty", async () => {
    const { user, sent, field } = await open();
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard("978-0-13-461099-3{Enter}");
    expect(
      await screen.findByText(/No source of book data is turned on\. Please fill in the form\./),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Set up sources" })).toBeVisible();
    expect(field).toHaveValue("");
    await user.type(screen.getByRole("textbox", { name: /^Title/ }), "Bees");
    await user.type(screen.getByRole("textbox", { name: /^Author/ }), "Jane Roe");
    await user.type(screen.getByRole("combobox", { name: /^Category/ }), "Nature{Enter}");
    const list = await screen.findByRole("region", { name: "Just added" });
    expect(within(list).getByRole("link", { name: "Bees" })).toBeVisible();
    expect(list).toHaveTextContent("New book, 1 copy · 0001");
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      call: "add",
      body: { title: "Bees", isbn: ISBN, category: "Nature", copies: 1 },
    });
    expect(sent[0]?.body).not.toHaveProperty("marcRecord");
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByRole("button", { name: "Save and next" })).toBeNull();
  });

  test("a source fills the form, is named, and its record is sent back", async () => {
    const answers = [
      aSourceAnswer({
        name: "Down",
        state: "failed",
        problem: { code: "status", message: "", detail: "503" },
        found: null,
      }),
      aSourceAnswer({ found: aFoundBook({}, { marcRecord: "<record/>" }) }),
    ];
    const { user, sent, field } = await open({ [ISBN]: found({ sources: answers }) });
    await user.type(field, `${ISBN}{Enter}`);
    expect(await screen.findByText(/Filled in from State Library/)).toBeVisible();
    expect(screen.getByText(/it answered with status 503/)).toBeVisible();
    expect(value(/^Title/)).toBe("Bees and their keepers");
    const title = screen.getByRole("textbox", { name: /^Title/ });
    expect(title).toHaveAccessibleDescription("From State Library");
    expect(screen.getByText("Also from State Library: Call number")).toBeVisible();
    await user.type(title, "!");
    expect(title).not.toHaveAccessibleDescription("From State Library");
    await user.type(screen.getByRole("combobox", { name: /^Category/ }), "Nature");
    await user.click(screen.getByRole("button", { name: "Save and next" }));
    await screen.findByRole("region", { name: "Just added" });
    expect(sent[0]?.body).toMatchObject({
      title: "Bees and their keepers!",
      publisher: "Hive Press",
      marcRecord: "<record/>",
      details: { callNumber: "638.1" },
    });
  });

  test("another source can be chosen", async () => {
    const answers = [
      aSourceAnswer({ name: "A" }),
      aSourceAnswer({ name: "B", found: aFoundBook({ title: "Of B" }) }),
    ];
    const { user, field } = await open({ [ISBN]: found({ sources: answers }) });
    await user.type(field, `${ISBN}{Enter}`);
    await user.selectOptions(await screen.findByLabelText("Fill in from"), "B");
    expect(value(/^Title/)).toBe("Of B");
  });

  test("a book of the library gets a copy", async () => {
    const book = aBook({ _id: "book_7", title: "Bees", isbn: ISBN });
    const { user, sent, field } = await open({ [ISBN]: found({ books: [book] }) });
    await user.type(field, `${ISBN}{Enter}`);
    expect(await screen.findByText("The library has a book with this ISBN.")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: /^Title/ })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: /^Barcode/ }), "0002{Enter}");
    const list = await screen.findByRole("region", { name: "Just added" });
    expect(list).toHaveTextContent("1 more copy · 0002");
    expect(sent).toEqual([
      { call: "copies of book_7", body: { copies: [{ barcode: "0002", condition: null }] } },
    ]);
    await user.click(within(list).getByRole("button", { name: "Undo: Bees" }));
    expect(await within(list).findByText("Undone")).toBeVisible();
    expect(sent.at(-1)?.call).toBe("withdraw copy_2");
  });

  test("another edition of a book of the library has the form", async () => {
    const books = [
      aBook({ title: "Bees", isbn: ISBN }),
      aBook({ _id: "book_8", title: "Old bees", archivedAt: "2024-01-01T00:00:00Z" }),
    ];
    const { user, field } = await open({ [ISBN]: found({ books }) });
    await user.type(field, `${ISBN}{Enter}`);
    expect(await screen.findByText("The library has 2 books with this ISBN.")).toBeVisible();
    expect(screen.getByText(/This book is in the archive/)).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Add copy and next" })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Add as another edition" }));
    expect(value(/^ISBN .*optional/i)).toBe(ISBN);
  });

  test("scans wait in their order while one is looked up", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { user, asked, field } = await open({
      [ISBN]: async () => {
        await released;
        return answer({ ...aLookup({ sources: [aSourceAnswer()] }) });
      },
    });
    await user.type(field, `${ISBN}{Enter}`);
    await user.type(field, `${OTHER}{Enter}`);
    expect(await screen.findByText(`1 number waits: ${OTHER}`)).toBeVisible();
    // The next number is looked up before it is its turn.
    await waitFor(() => expect(asked).toEqual([ISBN, OTHER]));
    release();
    await screen.findByText(/Filled in from State Library/);
    expect(field).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Skip" }));
    expect(await screen.findByText(/No source of book data is turned on/)).toBeVisible();
    expect(value(/^ISBN .*optional/i)).toBe(OTHER);
    expect(screen.queryByText(/number waits/)).toBeNull();
  });

  test("what is no ISBN is not looked up", async () => {
    const { user, asked, field } = await open();
    await user.type(field, "4006381333931{Enter}");
    expect(await screen.findByText(/This is not an ISBN/)).toBeVisible();
    expect(asked).toEqual([]);
    // The next scan replaces it.
    await user.keyboard(`${ISBN}{Enter}`);
    await waitFor(() => expect(asked).toEqual([ISBN]));
    expect(screen.queryByText(/This is not an ISBN/)).toBeNull();
  });

  test("Enter on the empty field goes to the result", async () => {
    const { user, field } = await open();
    await user.type(field, `${ISBN}{Enter}`);
    await screen.findByText(/No source of book data is turned on/);
    await user.keyboard("{Enter}");
    expect(screen.getByRole("heading", { level: 2, name: /978/ })).toHaveFocus();
  });

  test("a lookup that fails leaves the plain form", async () => {
    const { user, field } = await open({
      [ISBN]: () =>
        failure(503, "unavailable", "The library is busy. Please try again in a moment."),
    });
    await user.type(field, `${ISBN}{Enter}`);
    expect(await screen.findByText(/The library is busy/)).toBeVisible();
    expect(value(/^ISBN .*optional/i)).toBe(ISBN);
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  test("a cover that is not loaded does not keep the book from being added", async () => {
    const answers = [
      aSourceAnswer({
        kind: "open_library",
        name: "Open Library",
        found: aFoundBook({ category: "Nature" }, { openLibraryCover: 7 }),
      }),
    ];
    const { user, sent, field } = await open({ [ISBN]: found({ sources: answers }) });
    await user.type(field, `${ISBN}{Enter}`);
    expect(
      await screen.findByRole("checkbox", { name: /Load the cover from Open Library/ }),
    ).toBeChecked();
    await user.type(screen.getByRole("textbox", { name: /^Barcode/ }), "0002");
    await user.click(screen.getByRole("button", { name: "Save and next" }));
    await screen.findByRole("region", { name: "Just added" });
    expect(sent.map(({ call }) => call)).toEqual(["add", "copies of book_9", "cover of book_9"]);
    expect(sent[0]?.body).toMatchObject({ copies: 0 });
    expect(await screen.findByText("Open Library did not give the cover.")).toBeVisible();
  });
});
