import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { SignedInUser } from "@/api/shapes.ts";
import * as csv from "@/lib/csv.ts";
import { aCopy } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { api, page, server, signedInAs } from "@/test/server.ts";

const book = { _id: "book-7", title: "Dune", author: "Frank Herbert", archivedAt: null };
const borrower = { _id: "user-1", name: "Amara Okafor" };

/** Serves the list, and records the queries. */
function list() {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get(api("/copies"), ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return page([
        { ...aCopy(), book, isOverdue: false },
        {
          ...aCopy({
            _id: "copy-2",
            barcode: "0000456",
            state: "on_loan",
            dueOn: "2024-01-19",
            borrower,
          }),
          book,
          isOverdue: true,
        },
      ]);
    }),
  );
  return queries;
}

async function open(path: string, person: SignedInUser = anAdmin()) {
  signedInAs(person);
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Manage Copies" });
  const rows = (await screen.findAllByRole("row")).slice(1);
  return { router, rows, user: userEvent.setup({ delay: null }) };
}

/** Staff who may see copies, but not their borrowers. */
function shelver() {
  const { permissions, ...admin } = anAdmin();
  const allowed = permissions.filter(
    (name) => !["read_any_borrowing", "export_borrowings", "manage_catalogue"].includes(name),
  );
  return { ...admin, permissions: allowed };
}

describe("Manage Copies", () => {
  it("shows the place, the borrower and the due date of each copy", async () => {
    list();
    const { rows } = await open("/admin/copies");
    for (const text of ["Dune", "0000123", "Available", "823.914 HER", "Reading room", "Good"]) {
      expect(rows[0]).toHaveTextContent(text);
    }
    const lent = within(rows[1] as HTMLElement);
    expect(lent.getByText("Overdue")).toBeVisible();
    expect(lent.getByText("Jan 19, 2024")).toHaveClass("text-danger");
    expect(lent.getByRole("link", { name: "Amara Okafor" })).toHaveAttribute(
      "href",
      "/admin/users?user=user-1",
    );
    expect(lent.getByRole("link", { name: "Dune" })).toHaveAttribute(
      "href",
      "/admin/books?edit=book-7&tab=copies",
    );
  });

  it("goes to the copies of the book with e", async () => {
    list();
    const { router, user } = await open("/admin/copies");
    await user.keyboard("je");
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/books"));
    expect(router.state.location.search).toBe("?edit=book-7&tab=copies");
  });

  it("prints labels for the selected copies", async () => {
    list();
    const { rows, user } = await open("/admin/copies");
    await user.click(within(rows[1] as HTMLElement).getByRole("checkbox"));
    await user.click(within(rows[0] as HTMLElement).getByRole("checkbox"));
    expect(screen.getByRole("link", { name: "Print labels" })).toHaveAttribute(
      "href",
      `/admin/labels?copies=${aCopy()._id}%2Ccopy-2`,
    );
  });

  it("filters by state and location, and sorts by headings", async () => {
    const queries = list();
    const { router, user } = await open("/admin/copies?search=dune");
    expect(queries.at(-1)).toEqual({ search: "dune", sort: "barcode", page: "1", limit: "25" });
    await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Overdue");
    await expect.poll(() => queries.at(-1)).toMatchObject({ state: "overdue", sort: "dueDate" });
    await user.selectOptions(screen.getByRole("combobox", { name: "Location" }), "Reading room");
    await expect.poll(() => queries.at(-1)).toMatchObject({ location: "Reading room" });
    await user.click(screen.getByRole("button", { name: "Call number" }));
    await expect.poll(() => queries.at(-1)).toMatchObject({ sort: "callNumber" });
    expect(router.state.location.search).toContain("sort=callNumber");
    await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Any state");
    await expect.poll(() => queries.at(-1)).not.toHaveProperty("state");
    expect(queries.at(-1)).toMatchObject({ sort: "barcode" });
  });

  it("downloads the listed copies, and shows a message when the file is not complete", async () => {
    list();
    const saved = vi.spyOn(csv, "saveFile").mockImplementation(() => {});
    server.use(
      http.get(api("/copies/table.csv"), ({ request }) => {
        expect(new URL(request.url).search).toBe("?sort=barcode&state=lost");
        return new HttpResponse("barcode\r\n0000123\r\n", {
          headers: { "Content-Type": "text/csv", "X-Total-Count": "30000" },
        });
      }),
    );
    const { user } = await open("/admin/copies?state=lost");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Downloaded the first 1 of 30,000 copies")).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
  });

  it("hides borrowers from staff who may not see them", async () => {
    list();
    const { rows } = await open("/admin/copies?state=overdue", shelver());
    expect(screen.queryByRole("columnheader", { name: /Borrower|Due/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Download CSV" })).not.toBeInTheDocument();
    expect(screen.queryByRole("option", { name: "Overdue" })).not.toBeInTheDocument();
    expect(within(rows[0] as HTMLElement).getByRole("link", { name: "Dune" })).toHaveAttribute(
      "href",
      "/books/book-7",
    );
  });
});
