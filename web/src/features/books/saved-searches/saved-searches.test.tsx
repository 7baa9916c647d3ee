import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { SavedSearch } from "@/api/shapes.ts";
import { aBook, aSavedSearch } from "@/test/fixtures/books.ts";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

async function open(path: string, saved: readonly SavedSearch[] = [aSavedSearch()]) {
  server.use(http.get(api("/saved-searches"), () => answer([...saved])));
  signedInAs(aUser());
  await renderApp(path);
  await screen.findByRole("heading", { level: 1 });
}

const entry = async () => within(await screen.findByRole("list", { name: "Saved Searches" }));

describe("saving a search", () => {
  it("proposes the search in words as its name, and sends the words and filters", async () => {
    const sent: { query: string; body: unknown }[] = [];
    server.use(
      http.post(api("/saved-searches"), async ({ request }) => {
        sent.push({ query: new URL(request.url).search, body: await request.json() });
        return answer(aSavedSearch());
      }),
    );
    await open("/books?search=dune&category=Fiction&sort=rating&page=2");
    await user.click(await screen.findByRole("button", { name: "Save search" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Save this search" }));
    expect(dialog.getByLabelText("Name")).toHaveValue("dune · Fiction");
    await user.clear(dialog.getByLabelText("Name"));
    await user.click(dialog.getByRole("button", { name: "Save search" }));
    expect(await dialog.findByText("Name is required")).toBeVisible();
    await user.type(dialog.getByLabelText("Name"), " Sand ");
    await user.click(dialog.getByRole("button", { name: "Save search" }));
    expect(await screen.findByText("“Sand” saved")).toBeVisible();
    expect(sent).toEqual([{ query: "?search=dune&category=Fiction", body: { name: "Sand" } }]);
    await user.click(screen.getByRole("button", { name: "Show saved searches" }));
    expect(await screen.findByRole("heading", { name: "Saved Searches", level: 1 })).toBeVisible();
  });

  it("says in the dialog which saved search is the same", async () => {
    const message = "You have saved this search as “Sand”";
    server.use(http.post(api("/saved-searches"), () => failure(409, "search_saved", message)));
    await open("/books?search=dune");
    await user.click(await screen.findByRole("button", { name: "Save search" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Save search" }));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it("is not offered for all books, nor to visitors", async () => {
    await open("/books");
    expect(screen.queryByRole("button", { name: "Save search" })).toBeNull();
  });
});

describe("saved searches", () => {
  it("show the search in words, the new books, and a link to the search", async () => {
    const books = [aBook(), aBook({ _id: "book-2", title: "Hyperion" })];
    await open("/saved-searches", [
      aSavedSearch({ newBooks: books, newCount: 5 }),
      aSavedSearch({ _id: "saved_search_2", name: "Whales", newBooks: [], newCount: 0 }),
      aSavedSearch({ _id: "saved_search_3", name: "Much", newCount: 20 }),
    ]);
    const list = await entry();
    expect(list.getByText("5 new books")).toBeVisible();
    expect(list.getAllByText("desert · Fiction")).toHaveLength(3);
    expect(list.getByRole("link", { name: "Desert planets" })).toHaveAttribute(
      "href",
      "/books?search=desert&category=Fiction&sort=createdAt",
    );
    const found = within(list.getByRole("list", { name: "New in Desert planets" }));
    expect(found.getByRole("link", { name: "Hyperion" })).toHaveAttribute("href", "/books/book-2");
    expect(found.getByText("and 3 more")).toBeVisible();
    expect(list.getByText("No new books since Jan 20, 2024.")).toBeVisible();
    expect(list.getByText("20 or more new books")).toBeVisible();
    expect(list.getByText("and at least 19 more")).toBeVisible();
  });

  it("marks the new books as seen up to the latest one, and takes it back", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(api("/saved-searches/:id"), async ({ request }) => {
        sent.push(await request.json());
        return answer(null);
      }),
    );
    await open("/saved-searches");
    const name = "Mark the new books as seen: Desert planets";
    await user.click(await screen.findByRole("button", { name }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("“Desert planets” shows the new books again")).toBeVisible();
    expect(sent).toEqual([{ seenAt: aBook().createdAt }, { seenAt: aSavedSearch().seenAt }]);
  });

  it("renames and deletes one", async () => {
    const sent: string[] = [];
    server.use(
      http.put(api("/saved-searches/:id"), async ({ request }) => {
        sent.push(JSON.stringify(await request.json()));
        return answer(null);
      }),
      http.delete(api("/saved-searches/:id"), ({ params }) => {
        sent.push(String(params.id));
        return answer(null);
      }),
    );
    await open("/saved-searches");
    await user.click(await screen.findByRole("button", { name: "Rename Desert planets" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Name"), "!{Enter}");
    expect(await screen.findByText("Renamed to “Desert planets!”")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Delete Desert planets" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/its feed ends/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("“Desert planets” deleted")).toBeVisible();
    expect(sent).toEqual(['{"name":"Desert planets!"}', "saved_search_1"]);
  });

  it("shows the address of a feed once, and ends a feed", async () => {
    let ended = 0;
    server.use(
      http.post(api("/saved-searches/:id/feed"), () =>
        answer({ address: "/feed?token=carrel_feed_1" }),
      ),
      http.delete(api("/saved-searches/:id/feed"), () => {
        ended += 1;
        return answer(null);
      }),
    );
    await open("/saved-searches");
    const feed = { name: "Feed of Desert planets" };
    await user.click(await screen.findByRole("button", feed));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Create new address" }));
    expect(await dialog.findByLabelText("Address of the feed")).toHaveValue(
      `${window.location.origin}/feed?token=carrel_feed_1`,
    );
    // Escape would lose it.
    await user.keyboard("{Escape}");
    expect(dialog.getByLabelText("Address of the feed")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.click(screen.getByRole("button", feed));
    const again = within(await screen.findByRole("dialog"));
    expect(again.queryByLabelText("Address of the feed")).toBeNull();
    await user.click(again.getByRole("button", { name: "End feed" }));
    expect(await screen.findByText("The feed has ended")).toBeVisible();
    expect(ended).toBe(1);
  });
});
