import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { Book } from "@/api/shapes.ts";
import { aBook } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

/** Serves the catalogue, and opens it. */
async function open(books: () => Book[]) {
  const beside = { facets: { category: [] }, leftOut: [], didYouMean: null };
  server.use(http.get(api("/admin/books"), () => page(books().slice(), beside)));
  signedInAs(anAdmin());
  await renderApp("/admin/books");
  return userEvent.setup({ delay: null });
}

describe("archiving", () => {
  it("asks, shows a refusal in the dialog, and offers to undo", async () => {
    const books = [aBook()];
    const refusal = "One copy of this book is on loan; it must be returned first";
    let tries = 0;
    server.use(
      http.post(api("/books/book-1/archive"), () => {
        tries += 1;
        if (tries === 1) return failure(409, "book_has_open_borrowings", refusal);
        books.pop();
        return answer(aBook());
      }),
      http.post(api("/books/book-1/restore"), () => {
        books.push(aBook());
        return answer(aBook());
      }),
    );
    const user = await open(() => books);
    await user.click(await screen.findByRole("button", { name: "Archive Dune" }));
    const question = await screen.findByRole("alertdialog");
    expect(tries).toBe(0);
    await user.click(within(question).getByRole("button", { name: "Archive book" }));
    expect(await within(question).findByRole("alert")).toHaveTextContent(refusal);
    await user.click(within(question).getByRole("button", { name: "Archive book" }));
    expect(await screen.findByText("Book archived")).toBeVisible();
    expect(await screen.findByText("No books yet")).toBeVisible();
    await waitFor(() => expect(document.querySelector("main h1")).toHaveFocus());
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Book restored")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Archive Dune" })).toBeVisible();
  });

  it("archives selected books after a preview, and restores all of them", async () => {
    const emma = aBook({ _id: "book-2", title: "Emma", author: "Jane Austen" });
    let books = [aBook(), emma];
    const calls: string[] = [];
    server.use(
      http.post(api("/books/:id/:action"), ({ params }) => {
        calls.push(`${params.action} ${params.id}`);
        const archived = books.find(({ _id }) => _id === params.id) ?? aBook();
        books = books.filter(({ _id }) => _id !== params.id);
        return answer(archived);
      }),
    );
    const user = await open(() => books);
    for (const box of (await screen.findAllByRole("checkbox")).slice(-2)) await user.click(box);
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    const preview = await screen.findByRole("dialog", { name: "Archive 2 books?" });
    expect(preview).toHaveTextContent("Emma");
    await user.click(within(preview).getByRole("button", { name: "Archive 2 books" }));
    expect(await screen.findByText("2 books archived")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Books restored")).toBeVisible();
    expect(calls).toEqual(["archive book-1", "archive book-2", "restore book-1", "restore book-2"]);
  });
});

describe("archiving selected books", () => {
  it("keeps the books that were not archived in the preview when they leave the list", async () => {
    const emma = aBook({ _id: "book-2", title: "Emma", author: "Jane Austen" });
    let books = [aBook(), emma];
    server.use(
      http.post(api("/books/book-1/archive"), () => {
        books = [];
        return answer(aBook());
      }),
      http.post(api("/books/book-2/archive"), () => failure(500, "internal", "Later")),
    );
    const user = await open(() => books);
    for (const box of (await screen.findAllByRole("checkbox")).slice(-2)) await user.click(box);
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    await user.click(await screen.findByRole("button", { name: "Archive 2 books" }));
    const preview = await screen.findByRole("dialog", { name: "Archive 1 book?" });
    expect(preview).toHaveTextContent("Emma");
    expect(preview).not.toHaveTextContent("Dune");
    expect(within(preview).getByRole("alert")).toBeVisible();
    expect(await screen.findByText("No books yet")).toBeInTheDocument();
    expect(preview).toBeVisible();
  });
});

describe("an action on selected books, while it runs", () => {
  /** Selects two books, starts to archive them, and holds the response to the first. */
  async function start(respond: () => ReturnType<typeof answer>) {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const sent: unknown[] = [];
    server.use(
      http.post(api("/books/:id/archive"), async ({ params }) => {
        sent.push(params.id);
        await held;
        return respond();
      }),
    );
    const emma = aBook({ _id: "book-2", title: "Emma", author: "Jane Austen" });
    const user = await open(() => [aBook(), emma]);
    for (const box of (await screen.findAllByRole("checkbox")).slice(-2)) await user.click(box);
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    const preview = within(await screen.findByRole("dialog", { name: "Archive 2 books?" }));
    await user.click(preview.getByRole("button", { name: "Archive 2 books" }));
    await expect.poll(() => sent).toEqual(["book-1"]);
    return { user, preview, sent, go };
  }

  it("cannot be closed, and is stopped after the change that is being sent", async () => {
    const { user, preview, sent, go } = await start(() => answer(aBook()));
    await user.keyboard("{Escape}");
    expect(preview.queryByRole("button", { name: "Close" })).toBeNull();
    expect(preview.queryByRole("button", { name: "Cancel" })).toBeNull();
    const stop = preview.getByRole("button", { name: "Stop" });
    await user.click(stop);
    expect(stop).toHaveAttribute("aria-busy", "true");
    go();
    expect(await screen.findByText("1 book archived")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual(["book-1"]);
    expect(screen.getByRole("row", { name: /Emma/ })).toHaveAttribute("aria-selected", "true");
    const toast = within(screen.getByRole("group", { name: "1 book archived" }));
    expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  });

  it("shows a failure of the change after which it was stopped, and can be closed then", async () => {
    const { user, preview, sent, go } = await start(() => failure(409, "lent", "It is lent"));
    await user.click(preview.getByRole("button", { name: "Stop" }));
    go();
    expect(await preview.findByRole("alert")).toHaveTextContent("It is lent");
    await user.click(preview.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual(["book-1"]);
  });
});

describe("deleting", () => {
  it("is offered only for a book that was never borrowed", async () => {
    const user = await open(() => [
      aBook(),
      aBook({ _id: "book-2", title: "Emma", borrowCount: 0 }),
    ]);
    expect(await screen.findByRole("button", { name: "Delete Emma" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Delete Dune" })).toBeNull();
    await user.keyboard("{Escape}");
  });

  it("requires the title, and can be undone", async () => {
    let books = [aBook({ borrowCount: 0, totalCopies: 2 })];
    server.use(
      http.delete(api("/books/book-1"), () => {
        books = [];
        return answer({ archived: false });
      }),
      http.post(api("/books/book-1/undo-delete"), () => {
        books = [aBook({ borrowCount: 0 })];
        return answer(aBook());
      }),
    );
    const user = await open(() => books);
    await user.click(await screen.findByRole("button", { name: "Delete Dune" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete “Dune”?" }));
    expect(question.getByText(/The book and its 2 copies are deleted/)).toBeVisible();
    const title = question.getByLabelText("Title of the book");
    await user.type(title, "Dun{Enter}");
    expect(await question.findByText("This is not the title of the book")).toBeVisible();
    expect(books).toHaveLength(1);
    await user.type(title, "E {Enter}");
    expect(await screen.findByText("Book deleted")).toBeVisible();
    expect(await screen.findByText("No books yet")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Deletion undone")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Delete Dune" })).toBeVisible();
  });

  it("reports that a book which was borrowed in the meantime is archived", async () => {
    server.use(http.delete(api("/books/book-1"), () => answer({ archived: true })));
    const user = await open(() => [aBook({ borrowCount: 0 })]);
    await user.click(await screen.findByRole("button", { name: "Delete Dune" }));
    await user.type(await screen.findByLabelText("Title of the book"), "Dune{Enter}");
    expect(await screen.findByText("Book archived")).toBeVisible();
  });
});
