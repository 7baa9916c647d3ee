import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { BookDetail } from "@/api/shapes.ts";
import { aBookDetail, anOpinion, aReview } from "@/test/fixtures/books.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

/** The paths of the calls that only members may make. */
let refused: string[] = [];

beforeEach(() => {
  refused = [];
  const refuse = ({ request }: { request: Request }) => {
    refused.push(new URL(request.url).pathname);
    return failure(401, "not_signed_in", "Please log in to continue");
  };
  server.use(
    http.get(api("/library"), () => answer(aLibrary({ openCatalogue: true }))),
    http.get(api("/favorites/ids"), refuse),
    http.get(api("/borrowings/my-borrowings"), refuse),
    http.get(api("/books/:id/reviews"), refuse),
    http.post(api("/borrowings/:id"), refuse),
    http.get(api("/changes/stream"), refuse),
  );
});

async function openBook(
  book: Partial<BookDetail> = {},
  reviews: "shown" | "not shown" = "not shown",
) {
  const review = aReview({ author: "A. O.", isMine: false });
  const shown = { data: [review], pagination: { page: 1, limit: 10, total: 1, pages: 1 } };
  const opinions = {
    rating: anOpinion({ mine: null, mayRate: false }),
    reviews: reviews === "shown" ? shown : null,
  };
  const detail = aBookDetail({ viewer: null, opinions, ...book });
  server.use(http.get(api("/books/:id"), () => answer({ ...detail })));
  const { router } = await renderApp("/books/book-1");
  await screen.findByRole("heading", { level: 1, name: "Dune" });
  return { router, main: within(screen.getByRole("main")) };
}

async function isAtSignIn(words: string) {
  // The toast disappears after a time, so the test looks for it in parallel.
  const message = screen.findByText(words);
  expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(await message).toBeInstanceOf(HTMLElement);
}

/** Signs in as in another tab, which this tab follows. */
function signIn() {
  signedInAs(aUser());
  server.use(
    http.get(api("/books/:id"), () => answer({ ...aBookDetail() })),
    http.get(api("/favorites/ids"), () => answer([])),
    http.get(api("/books/:id/reviews"), () => page([])),
  );
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
}

describe("a visitor of an open catalogue", () => {
  it("sees a book and its availability, without calls for members only", async () => {
    const { main } = await openBook();
    expect(main.getAllByText("2 of 3 available")[0]).toBeVisible();
    expect(main.getByText(/^Sign in to borrow this book/)).toBeVisible();
    expect(main.queryByText("No reviews yet.")).toBeNull();
    expect(main.queryByRole("link", { name: "Edit" })).toBeNull();
    await main.findByRole("button", { name: "Rate this book" });
    expect(refused).toEqual([]);
  });

  it("reads reviews that the server sends", async () => {
    const { main } = await openBook({}, "shown");
    expect(await main.findByRole("heading", { name: "A. O." })).toBeVisible();
    expect(refused).toEqual([]);
  });

  it("is asked to sign in for Borrow, and returns to the book without borrowing it", async () => {
    const { router, main } = await openBook();
    await user.click(main.getAllByRole("button", { name: "Borrow Book" })[0] as HTMLElement);
    await isAtSignIn("Please log in to borrow a book");
    signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/books/book-1"));
    expect(await screen.findByText(/^Yours until/)).toBeVisible();
    expect(refused).toEqual([]);
  });

  it.each([
    ["Add to Favorites: Dune", "Please log in to save favorites"],
    ["Rate this book", "Please log in to rate a book"],
  ])("is asked to sign in for %s", async (name, words) => {
    const { router, main } = await openBook();
    await user.click(await main.findByRole("button", { name }));
    await isAtSignIn(words);
    signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/books/book-1"));
  });

  it("cannot press Borrow when no copy is available", async () => {
    const { main } = await openBook({ availableCopies: 0 });
    const [button] = main.getAllByRole("button", { name: "Borrow Book" });
    expect(button).toHaveAttribute("aria-disabled", "true");
  });

  it("searches the books; Borrow leads to the sign-in, and then to the book", async () => {
    const { router } = await renderApp("/books");
    await user.click(await screen.findByRole("button", { name: "Borrow Dune" }));
    await isAtSignIn("Please log in to borrow a book");
    expect(refused).toEqual([]);
    signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/books/book-1"));
  });

  it("starts a search on the home page", async () => {
    const { router } = await renderApp("/");
    await user.type(
      await screen.findByRole("searchbox", { name: "Search the catalogue" }),
      "dune{Enter}",
    );
    await screen.findByRole("heading", { level: 1, name: "Books" });
    expect(router.state.location.search).toBe("?search=dune");
  });
});
