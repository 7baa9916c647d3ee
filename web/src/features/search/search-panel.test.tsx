import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { SignedInUser } from "@/api/shapes.ts";
import { aBook, aCopy } from "@/test/fixtures/books.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { anAdmin, aPerson, aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { api, failure, page, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });
const facets = { category: [] };

beforeEach(() => localStorage.clear());

/** Serves these books for searches, and records the searches. */
function finds(books: ReturnType<typeof aBook>[], didYouMean: string | null = null): string[] {
  const searches: string[] = [];
  server.use(
    http.get(api("/books"), ({ request }) => {
      const search = new URL(request.url).searchParams.get("search");
      if (search !== null) searches.push(search);
      return page(books, { facets, leftOut: [], didYouMean });
    }),
  );
  return searches;
}

async function openPanel(person: SignedInUser = aUser(), keys = "/") {
  signedInAs(person);
  const app = await renderApp("/profile");
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard(keys);
  const panel = within(await screen.findByRole("dialog", { name: "Search" }));
  const field = panel.getByRole("combobox");
  await waitFor(() => expect(field).toHaveFocus());
  return { ...app, panel, field };
}

describe("the search in the navigation", () => {
  it.each(["/", "{Control>}k{/Control}", "{Meta>}K{/Meta}"])("opens with %s", async (keys) => {
    await openPanel(aUser(), keys);
  });

  it("opens with its icon, and Escape closes it", async () => {
    signedInAs(aUser());
    await renderApp("/profile");
    const button = await screen.findByRole("button", { name: "Search" });
    await user.click(button);
    expect(await screen.findByRole("dialog", { name: "Search" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("finds books after a pause in typing, highlights the match and shows the number of matches", async () => {
    const searches = finds([aBook(), aBook({ _id: "book-2", title: "Dunes of Mars" })]);
    const { panel } = await openPanel();
    await user.keyboard("dune");
    await waitFor(() => expect(panel.getAllByRole("option")).toHaveLength(3));
    const options = panel.getAllByRole("option");
    expect(searches).toEqual(["dune"]);
    expect(options.map((option) => option.getAttribute("href"))).toEqual([
      "/books/book-1",
      "/books/book-2",
      "/books?search=dune",
    ]);
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "Dune",
      "Dune",
    ]);
    expect(panel.getByText("2 books")).toHaveAttribute("aria-live", "polite");
    expect(panel.queryByText("People")).toBeNull();
  });

  it("opens the books screen on Enter, and stores the search", async () => {
    finds([aBook()]);
    const { router } = await openPanel();
    await user.keyboard("Dune{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/books"));
    expect(router.state.location.search).toBe("?search=Dune");
    expect(JSON.parse(localStorage.getItem("searches:user-1") ?? "")).toEqual(["Dune"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens the result selected with the arrow keys", async () => {
    finds([aBook(), aBook({ _id: "book-2" })]);
    const { router, panel, field } = await openPanel();
    await user.keyboard("dune");
    await waitFor(() => expect(panel.getAllByRole("option")).toHaveLength(3));
    const options = panel.getAllByRole("option");
    const chosen = () =>
      options.findIndex(({ id }) => id === field.getAttribute("aria-activedescendant"));
    for (const [key, place] of [
      ["{ArrowDown}", 0],
      ["{ArrowDown}", 1],
      ["{ArrowDown}", 2],
      ["{ArrowDown}", -1],
      ["{ArrowUp}", 2],
      ["{ArrowUp}", 1],
    ] as const) {
      await user.keyboard(key);
      expect(chosen()).toBe(place);
    }
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/books/book-2"));
  });

  it("finds people for administrators, and opens them", async () => {
    finds([]);
    const { router, panel } = await openPanel(anAdmin());
    await user.keyboard("amara");
    const people = within(await panel.findByRole("group", { name: "People" }));
    expect(panel.getByText("0 books, 1 person")).toBeInTheDocument();
    await user.click(people.getByRole("option", { name: new RegExp(aPerson().email) }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users"));
    expect(router.state.location.search).toBe("?user=user-1");
  });

  it("shows a message and a suggestion when nothing matches", async () => {
    const searches = finds([], "dune");
    const { panel } = await openPanel();
    await user.keyboard("dnue");
    expect(await panel.findByText(/No results for “dnue”/)).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Did you mean dune?" }));
    await waitFor(() => expect(searches).toEqual(["dnue", "dune"]));
  });

  it("shows a failure", async () => {
    server.use(http.get(api("/books"), () => failure(422, "dusty", "The shelves are dusty.")));
    const { panel } = await openPanel();
    await user.keyboard("dune");
    expect(await panel.findByRole("alert")).toHaveTextContent("The shelves are dusty.");
  });

  it("offers recent searches, and removes one on request", async () => {
    localStorage.setItem("searches:user-1", JSON.stringify(["dune", "solaris"]));
    localStorage.setItem("searches:user-2", JSON.stringify(["emma"]));
    const { panel, field } = await openPanel();
    expect(panel.getAllByRole("link").map((link) => link.textContent)).toEqual(["dune", "solaris"]);
    await user.click(panel.getByRole("button", { name: "Remove “dune”" }));
    expect(panel.getAllByRole("link").map((link) => link.textContent)).toEqual(["solaris"]);
    expect(field).toHaveFocus();
    expect(localStorage.getItem("searches:user-1")).toBe('["solaris"]');
  });

  it("does not search while a text is being composed", async () => {
    finds([aBook()]);
    const { router, panel, field } = await openPanel();
    await user.keyboard("hon");
    await waitFor(() => expect(panel.getAllByRole("option").length).toBeGreaterThan(1));
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(router.state.location.pathname).toBe("/profile");
    expect(screen.getByRole("dialog", { name: "Search" })).toBeVisible();
  });

  it("finds a copy on loan by its barcode", async () => {
    finds([]);
    const borrowing = aBorrowing();
    const asked: (string | null)[] = [];
    server.use(
      http.get(api("/borrowings"), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("search"));
        return page([borrowing]);
      }),
    );
    const { router, panel } = await openPanel(anAdmin());
    await user.keyboard("amara");
    await panel.findByRole("group", { name: "People" });
    // A name is not a barcode.
    expect(asked).toEqual([]);
    await user.keyboard("{Escape}");
    await user.keyboard(borrowing.copy.barcode);
    const copies = within(await panel.findByRole("group", { name: "Copies" }));
    expect(panel.getByText(/^1 copy, \d books?, \d pe/)).toBeInTheDocument();
    await user.click(copies.getByRole("option", { name: /Dune/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/borrowings"));
    expect(router.state.location.search).toBe(`?search=${borrowing.copy.barcode}`);
  });

  it("opens the copy on the shelf whose barcode a scanner sends with Enter", async () => {
    finds([aBook()]);
    const copy = { ...aCopy(), book: aBook(), isOverdue: false };
    server.use(
      http.get(api("/borrowings"), () => page([])),
      http.get(api("/copies"), () => page([copy])),
    );
    const { router } = await openPanel(anAdmin());
    await user.keyboard(`${copy.barcode}{Enter}`);
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/copies"));
    expect(router.state.location.search).toBe(`?search=${copy.barcode}`);
  });

  it("opens the first result on Enter when no book is found", async () => {
    finds([]);
    server.use(http.get(api("/admin/users"), () => page([])));
    const { router, panel } = await openPanel(anAdmin());
    await user.keyboard("overdu");
    expect(await panel.findByRole("option", { name: "Show overdue borrowings" })).toBeVisible();
    expect(panel.queryByText(/No results/)).toBeNull();
    await user.keyboard("e{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/borrowings"));
    expect(router.state.location.search).toBe("?status=overdue");
  });
});

describe("the screens and actions of the palette", () => {
  it("are those that the student may use", async () => {
    finds([]);
    const { router, panel } = await openPanel();
    const screens = within(await panel.findByRole("group", { name: "Go to" }));
    expect(screens.getByRole("option", { name: /Books/ })).toBeVisible();
    expect(screens.queryByRole("option", { name: /Manage/ })).toBeNull();
    expect(panel.queryByRole("option", { name: "Add a book" })).toBeNull();
    await user.keyboard("favo");
    await waitFor(() => expect(screens.getAllByRole("option")).toHaveLength(1));
    await user.click(screens.getByRole("option", { name: /Favorites/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/favorites"));
    // Opening a screen stores no search.
    expect(localStorage.getItem("searches:user-1")).toBeNull();
  });

  it("lead staff to a form", async () => {
    finds([]);
    server.use(http.get(api("/admin/users"), () => page([])));
    const { router, panel } = await openPanel(anAdmin());
    await user.keyboard("add book");
    const action = await panel.findByRole("option", { name: "Add a book" });
    await waitFor(() => expect(panel.getByRole("listbox")).toHaveAttribute("aria-busy", "false"));
    await user.keyboard("{ArrowDown}{Enter}");
    expect(action).not.toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/books"));
    expect(router.state.location.search).toBe("?edit=new");
  });

  it("include the sections of the settings", async () => {
    finds([]);
    const { router, panel } = await openPanel(anAdmin());
    await user.keyboard("opening");
    await user.click(await panel.findByRole("option", { name: /^Settings: .*[Oo]pening/ }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe("/admin/settings/opening-days"),
    );
  });
});
