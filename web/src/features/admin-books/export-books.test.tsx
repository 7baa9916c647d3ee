import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aBook } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { api, failure, page, server, signedInAs } from "@/test/server.ts";

const FORMATS = [
  ["Table (CSV)", "csv", "csv"],
  ["MARC 21 (.mrc)", "marc", "mrc"],
  ["MARCXML (.xml)", "marcxml", "xml"],
] as const;

/** Opens the list; records the addresses of exports, and the names of the saved files. */
async function open(address: string, books = [aBook()], respond?: () => Response) {
  const asked: string[] = [];
  const saved: string[] = [];
  signedInAs(anAdmin());
  server.use(
    http.get(api("/admin/books"), () =>
      page(
        books.map((book) => ({ ...book })),
        { facets: { category: [] }, leftOut: [], didYouMean: null },
      ),
    ),
    http.get(api("/export"), ({ request }) => {
      asked.push(new URL(request.url).search);
      return respond?.() ?? new HttpResponse("title\r\nDune\r\n");
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:books", revokeObjectURL: () => {} }),
  );
  await renderApp(address);
  await screen.findByRole("heading", { level: 1, name: "Manage Books" });
  return { asked, saved, user: userEvent.setup({ delay: null }) };
}

async function choose(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await screen.findByRole("button", { name: "Export" }));
  const menu = within(await screen.findByRole("menu"));
  expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(
    FORMATS.map(([label]) => label),
  );
  await user.click(menu.getByRole("menuitem", { name }));
}

describe("the export of books", () => {
  it.each(FORMATS)("saves what the list finds as %s", async (name, format, ending) => {
    const { asked, saved, user } = await open("/admin/books?search=dune&category=Fiction&page=2");
    await choose(user, name);
    expect(await screen.findByText("Books exported")).toBeVisible();
    expect(asked).toEqual([`?format=${format}&search=dune&category=Fiction`]);
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatch(new RegExp(`^books-\\d{4}-\\d{2}-\\d{2}\\.${ending}$`));
  });

  it("has the whole catalogue without filters, and only the archive in the archive", async () => {
    const { asked, user } = await open("/admin/books");
    await choose(user, "Table (CSV)");
    await screen.findByText("Books exported");
    await user.click(screen.getByRole("tab", { name: "Archive" }));
    await choose(user, "MARC 21 (.mrc)");
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked).toEqual(["?format=csv", "?format=marc&status=archived"]);
  });

  it("is not offered when the list finds nothing", async () => {
    await open("/admin/books?search=dune", []);
    expect(await screen.findByText("No results for “dune”.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });

  it("says what the server refuses, and saves nothing", async () => {
    const { saved, user } = await open("/admin/books", undefined, () =>
      failure(409, "busy", "Another export is running"),
    );
    await choose(user, "MARCXML (.xml)");
    expect(await screen.findByText("Another export is running")).toBeVisible();
    expect(saved).toEqual([]);
  });
});
