import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aBookDetail, aFavorite, aViewer } from "@/test/fixtures/books.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

async function open(path: string) {
  signedInAs(aUser());
  await renderApp(path);
  await screen.findByRole("heading", { level: 1 });
}

describe("the favorite button of a book", () => {
  it("shows the new state before the server answers", async () => {
    const sent: string[] = [];
    let isFavorite = true;
    const viewer = aViewer();
    server.use(
      http.get(api("/books/:id"), () =>
        answer({ ...aBookDetail({ viewer: { ...viewer, isFavorite } }) }),
      ),
      http.delete(api("/favorites/:id"), async ({ params }) => {
        sent.push(String(params.id));
        await delay(20);
        isFavorite = false;
        return answer(null);
      }),
    );
    await open("/books/book-1");
    await user.click(await screen.findByRole("button", { name: "Remove from Favorites: Dune" }));
    // The server has not responded yet.
    expect(screen.getByRole("button", { name: "Add to Favorites: Dune" })).toBeVisible();
    await waitFor(() => expect(sent).toEqual(["book-1"]));
    expect(screen.getByRole("button", { name: "Add to Favorites: Dune" })).toBeVisible();
  });

  it("restores the old state when the server refuses, and shows the reason", async () => {
    const message = "You already have 1000 favorites; remove one first";
    server.use(http.put(api("/favorites/:id"), () => failure(409, "too_many_favorites", message)));
    await open("/books/book-1");
    const add = { name: "Add to Favorites: Dune" };
    await waitFor(() => expect(screen.getByRole("button", add)).not.toHaveAttribute("aria-busy"));
    await user.click(screen.getByRole("button", add));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("button", add)).toBeVisible();
  });
});

describe("the removal of a favorite on the screen of a book", () => {
  it("can be undone, until the book is added again", async () => {
    let isFavorite = true;
    const viewer = aViewer();
    const change = (value: boolean) => () => {
      isFavorite = value;
      return answer(null);
    };
    server.use(
      http.get(api("/favorites/ids"), () => answer(isFavorite ? ["book-1"] : [])),
      http.get(api("/books/:id"), () =>
        answer({ ...aBookDetail({ viewer: { ...viewer, isFavorite } }) }),
      ),
      http.delete(api("/favorites/:id"), change(false)),
      http.put(api("/favorites/:id"), change(true)),
    );
    // Each press is later than the second press of a double click.
    let laterMs = 0;
    const { now } = performance;
    vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + laterMs);
    await open("/books/book-1");
    const remove = { name: "Remove from Favorites: Dune" };
    const removed = "“Dune” removed from favorites";
    await user.click(await screen.findByRole("button", remove));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("“Dune” added to favorites again")).toBeVisible();
    laterMs += 1_000;
    await user.click(screen.getByRole("button", remove));
    expect(await screen.findByText(removed)).toBeVisible();
    laterMs += 1_000;
    await user.click(screen.getByRole("button", { name: "Add to Favorites: Dune" }));
    // Sooner than the toast would disappear automatically.
    await waitFor(() => expect(screen.queryByText(removed)).toBeNull(), { timeout: 5_000 });
  });
});

describe("a double click on the heart of a book", () => {
  it("sends one request", async () => {
    const sent: string[] = [];
    server.use(
      http.all(api("/favorites/:id"), ({ request }) => {
        sent.push(request.method);
        return answer(null);
      }),
    );
    await open("/books/book-1");
    await user.dblClick(await screen.findByRole("button", { name: "Add to Favorites: Dune" }));
    await waitFor(() => expect(sent).toEqual(["PUT"]));
  });
});

describe("the favorites", () => {
  it("show that a book is archived, and remove it", async () => {
    let favorites = [aFavorite({ archivedAt: "2024-02-20T10:00:00.000Z", availableCopies: 0 })];
    server.use(
      http.get(api("/favorites"), () => page(favorites)),
      http.delete(api("/favorites/:id"), () => {
        favorites = [];
        return answer(null);
      }),
    );
    await open("/favorites");
    const entry = within(await screen.findByRole("article"));
    expect(entry.getByText("No longer in the catalogue")).toBeVisible();
    expect(entry.queryByText(/available|None available/)).toBeNull();
    await user.click(entry.getByRole("button", { name: "Remove from Favorites: Dune" }));
    expect(await screen.findByText("No Favorites Yet")).toBeVisible();
    expect(await screen.findByText("“Dune” removed from favorites")).toBeVisible();
  });

  it("can be borrowed from the list", async () => {
    const borrowed: string[] = [];
    server.use(
      http.get(api("/favorites"), () => page([aFavorite({ _id: "book-9", title: "Solaris" })])),
      http.post(api("/borrowings/:id"), ({ params }) => {
        borrowed.push(String(params.id));
        return answer(aBorrowing());
      }),
    );
    await open("/favorites");
    await user.click(await screen.findByRole("button", { name: /^Borrow.*Solaris/ }));
    expect(await screen.findByRole("button", { name: "Undo" })).toBeVisible();
    expect(borrowed).toEqual(["book-9"]);
  });

  it("show a removed book at its old place when the removal is undone", async () => {
    const titles = ["Dune", "Solaris", "Ulysses"];
    const books = titles.map((title) => aFavorite({ _id: title.toLowerCase(), title }));
    let favorites = books;
    const sent: string[] = [];
    server.use(
      http.get(api("/favorites"), () => page(favorites)),
      http.delete(api("/favorites/:id"), ({ params }) => {
        favorites = books.filter(({ _id }) => _id !== params.id);
        return answer(null);
      }),
      http.put(api("/favorites/:id"), ({ params }) => {
        sent.push(String(params.id));
        // The server lists the latest first.
        favorites = books.toSorted((one, other) =>
          one._id === params.id ? -1 : other._id === params.id ? 1 : 0,
        );
        return answer(null);
      }),
    );
    await open("/favorites");
    await user.click(await screen.findByRole("button", { name: "Remove from Favorites: Solaris" }));
    const shown = () =>
      screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(await screen.findByText("“Solaris” removed from favorites")).toBeVisible();
    expect(shown()).toEqual(["Dune", "Ulysses"]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("“Solaris” added to favorites again")).toBeVisible();
    expect(shown()).toEqual(titles);
    expect(sent).toEqual(["solaris"]);
  });

  it("show why a removal could not be undone", async () => {
    const message = "You already have 1000 favorites; remove one first";
    server.use(
      http.delete(api("/favorites/:id"), () => answer(null)),
      http.put(api("/favorites/:id"), () => failure(409, "too_many_favorites", message)),
    );
    await open("/favorites");
    await user.click(await screen.findByRole("button", { name: "Remove from Favorites: Dune" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText("“Dune” added to favorites again")).toBeNull();
  });
});
