import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { aBook, aBookDetail } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const beside = { facets: { category: [] }, leftOut: [], didYouMean: null };

describe("the field of the ISBN, when it is left, names other books", () => {
  const ISBN = "9780201896831";
  const other = aBook({ _id: "book-2", title: "Emma", publishedYear: 1997, isbn: ISBN });

  /** Opens an editor, with a search for the ISBN that ends as given. */
  async function openWith(edit: string, searched: () => Response | Promise<Response>) {
    const searches: string[] = [];
    server.use(
      http.get(api("/admin/books"), ({ request }) => {
        const { searchParams } = new URL(request.url);
        const search = searchParams.get("search");
        if (search === null) return page([{ ...aBook() }], beside);
        searches.push(`${searchParams.get("status")} ${search}`);
        return searched();
      }),
      http.get(api("/books/book-1"), () => answer(aBookDetail({ isbn: ISBN }))),
    );
    signedInAs(anAdmin());
    const { router } = await renderApp(`/admin/books?edit=${edit}`);
    const isbn = await screen.findByLabelText(/^ISBN/);
    const editor = within(screen.getByRole("dialog"));
    return { router, editor, searches, isbn, user: userEvent.setup({ delay: null }) };
  }

  it("with a link to each, until the ISBN changes", async () => {
    const { editor, user, isbn, searches } = await openWith("new", () =>
      page([{ ...other }], beside),
    );
    await user.type(isbn, "978-0-201-89683-");
    await user.tab();
    await user.type(isbn, "1");
    expect(searches).toEqual([]);
    await user.tab();
    expect(await editor.findByText("Another book has this ISBN:")).toBeVisible();
    expect(editor.getByRole("link", { name: "Emma" })).toHaveAttribute(
      "href",
      "/admin/books?edit=book-2",
    );
    expect(editor.getByText("· 1997", { exact: false })).toBeVisible();
    expect(searches).toEqual([`current ${ISBN}`]);
    await user.type(isbn, "0");
    expect(editor.queryByText("Another book has this ISBN:")).toBeNull();
  });

  it("but not the book itself, and nothing for the stored ISBN", async () => {
    const { editor, user, isbn, searches } = await openWith("book-1", () =>
      page([{ ...aBook() }], beside),
    );
    await user.click(isbn);
    await user.tab();
    await user.clear(isbn);
    await user.type(isbn, "0-306-40615-2");
    await user.tab();
    await waitFor(() => expect(searches).toEqual(["current 0306406152"]));
    await user.click(editor.getByRole("tab", { name: /^Copies/ }));
    expect(await editor.findByText("0000123")).toBeVisible();
    expect(editor.queryByText(/this ISBN:/)).toBeNull();
  });

  it("and saves without waiting for them", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(api("/books"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ ...aBook({ isbn: ISBN }) }, { warnings: [] });
      }),
    );
    const { editor, user, isbn, router } = await openWith("new", () => new Promise(() => {}));
    await user.type(isbn, ISBN);
    await user.type(editor.getByLabelText("Title"), "Emma");
    await user.type(editor.getByLabelText("Author"), "Jane Austen");
    await user.type(editor.getByLabelText("Category"), "Fiction");
    await user.click(editor.getByRole("button", { name: "Add book" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(sent).toMatchObject([{ isbn: ISBN }]);
  });

  it("and shows no failure of the search", async () => {
    const { user, isbn, searches } = await openWith("new", () =>
      failure(500, "internal", "Something went wrong"),
    );
    await user.type(isbn, ISBN);
    await user.tab();
    await waitFor(() => expect(searches).toHaveLength(1));
    expect(isbn).toHaveAccessibleDescription("10 or 13 digits, with or without hyphens.");
    expect(screen.queryByText(/went wrong/i)).toBeNull();
  });
});
