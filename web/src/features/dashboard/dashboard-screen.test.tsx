import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aBook } from "@/test/fixtures/books.ts";
import { aBorrowing, someBorrowings } from "@/test/fixtures/borrowings.ts";
import { anAdmin, aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

async function open(user = aUser()) {
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => {
    asked.push(new URL(request.url).pathname);
  });
  signedInAs(user);
  await renderApp("/dashboard");
  await screen.findByRole("heading", { level: 1, name: `Welcome, ${user.name}` });
  return { asked, main: within(screen.getByRole("main")) };
}

describe("the dashboard", () => {
  it("shows totals with links to their lists", async () => {
    const { main } = await open();
    for (const [name, to, value] of [
      ["Books Borrowed", "/my-borrowings", "2"],
      ["Overdue Books", "/my-borrowings", "1"],
      ["Total History", "/my-history", "3"],
      ["Favorites", "/favorites", "1"],
    ] as const) {
      const tile = await main.findByRole("link", { name: new RegExp(`^${name}`) });
      expect(tile).toHaveAttribute("href", to);
      expect(await within(tile).findByText(value)).toBeVisible();
    }
    expect(await main.findByText("1 book is overdue. Please return it.")).toBeVisible();
    expect(screen.queryByText("Coming Soon")).toBeNull();
  });

  it("shows three current borrowings with status and due date", async () => {
    const four = [1, 2, 3, 4].map((n) =>
      aBorrowing({ _id: `b${n}`, book: { ...aBorrowing().book, title: `Volume ${n}` } }),
    );
    server.use(
      http.get(api("/borrowings/my-borrowings"), () => page(four.map((one) => ({ ...one })))),
    );
    await open();
    const current = within(screen.getByRole("region", { name: "Current Borrowings" }));
    const rows = await current.findAllByRole("listitem");
    expect(rows).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      const entry = within(row);
      expect(entry.getByRole("link", { name: `Volume ${index + 1}` })).toBeVisible();
      for (const text of ["Frank Herbert", "Active", "Due Jan 19, 2024"]) {
        expect(entry.getByText(text)).toBeVisible();
      }
    }
  });

  it("shows up to three popular books with their average ratings", async () => {
    const four = [1, 2, 3, 4].map((n) => ({ ...aBook({ _id: `p${n}`, title: `Favourite ${n}` }) }));
    server.use(http.get(api("/books/popular"), () => answer(four)));
    await open();
    const popular = within(screen.getByRole("region", { name: "Popular Books" }));
    const rows = await popular.findAllByRole("listitem");
    expect(rows).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      const entry = within(row);
      expect(entry.getByRole("link", { name: `Favourite ${index + 1}` })).toBeVisible();
      expect(entry.getByText("Frank Herbert")).toBeVisible();
      expect(entry.getByText("4.4 out of 5, 12 ratings")).toBeInTheDocument();
    }
  });

  it("links to the quick actions", async () => {
    await open();
    const actions = within(screen.getByRole("region", { name: "Quick Actions" }));
    const targets = actions.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(targets).toEqual(expect.arrayContaining(["/books", "/books?sort=rating", "/profile"]));
  });

  it("shows why a book is recommended", async () => {
    await open();
    const shelf = within(screen.getByRole("region", { name: "Recommended for You" }));
    expect(await shelf.findByText("More by Frank Herbert")).toBeVisible();
  });

  it("shows a message when there are no recommendations", async () => {
    server.use(http.get(api("/books/recommendations"), () => answer([])));
    await open();
    expect(
      await screen.findByText("No recommendations available. Borrow some books to get started!"),
    ).toBeVisible();
  });

  it.each([
    [() => failure(422, "validation", "limit must be a number"), "limit must be a number"],
    [() => HttpResponse.error(), "Failed to load recommendations"],
  ])("shows Error with the reason when the recommendations fail (%#)", async (respond, message) => {
    server.use(http.get(api("/books/recommendations"), respond));
    await open();
    const shelf = within(screen.getByRole("region", { name: "Recommended for You" }));
    expect(await shelf.findByRole("heading", { name: "Error" })).toBeVisible();
    expect(shelf.getByText(message)).toBeVisible();
  });

  it("shows administrators up to three overdue borrowings", async () => {
    const late = someBorrowings().filter(({ status }) => status === "overdue");
    const four = [1, 2, 3, 4].map((n) => ({ ...late[0], _id: `late-${n}` }));
    server.use(http.get(api("/borrowings/overdue"), () => page(four)));
    const { asked } = await open(anAdmin());
    const card = within(screen.getByRole("region", { name: "Overdue Books" }));
    const rows = await card.findAllByRole("listitem");
    expect(rows).toHaveLength(3);
    const entry = within(rows[0] as HTMLElement);
    expect(entry.getByRole("link", { name: "Solaris" })).toBeVisible();
    for (const text of ["Amara Okafor", "$1.25", "Due Jan 19, 2024"]) {
      expect(rows[0]).toHaveTextContent(text);
    }
    expect(card.getByRole("link", { name: "Manage All" })).toHaveAttribute(
      "href",
      "/admin/borrowings",
    );
    expect(asked).toContain("/api/borrowings/overdue");
  });

  it("shows staff the overdue books before their own totals", async () => {
    const { main } = await open(anAdmin());
    const overdue = await main.findByRole("region", { name: "Overdue Books" });
    const tile = await main.findByRole("link", { name: /^Books Borrowed/ });
    expect(overdue.compareDocumentPosition(tile)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("says to staff how many books of the library are overdue", async () => {
    const { main } = await open(anAdmin());
    expect(await main.findByText("1 book of the library is overdue.")).toBeVisible();
  });

  it("says to staff when no book is overdue", async () => {
    server.use(http.get(api("/borrowings/overdue"), () => page([])));
    const { main } = await open(anAdmin());
    expect(await main.findByText("No book of the library is overdue.")).toBeVisible();
  });

  it("requests overdue borrowings for administrators only", async () => {
    const { asked } = await open();
    await screen.findByText("More by Frank Herbert");
    expect(screen.queryByRole("link", { name: "Manage All" })).toBeNull();
    expect(asked).not.toContain("/api/borrowings/overdue");
  });
});
