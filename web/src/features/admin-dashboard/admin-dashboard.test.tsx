import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { addDays, civilDate } from "@/lib/dates.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { anAdmin } from "@/test/fixtures/people.ts";
import { someReports, someStats } from "@/test/fixtures/reports.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

async function open() {
  signedInAs(anAdmin());
  await renderApp("/admin");
  await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
}

describe("the admin dashboard", () => {
  it("shows the totals with links, and 0 for a missing total", async () => {
    const { totalUsers: _, ...stats } = someStats({ overdueBooks: 12 });
    server.use(http.get(api("/admin/stats"), () => answer({ ...stats } as never)));
    await open();
    for (const [label, figure, target] of [
      ["Total Users", "0", "/admin/users"],
      ["Total Books", "1,204", "/admin/books"],
      ["Total Borrowings", "3,150", "/admin/borrowings"],
      ["Overdue Books", "12", "/admin/borrowings?status=overdue"],
    ]) {
      const card = await screen.findByRole("link", { name: new RegExp(`^${label} ?${figure}$`) });
      expect(card).toHaveAttribute("href", target);
    }
  });

  it("requests five recent borrowings, and shows a message when there are none", async () => {
    const asked: string[] = [];
    server.use(
      http.get(api("/admin/borrowings"), ({ request }) => {
        asked.push(new URL(request.url).search);
        return answer([]);
      }),
      http.get(api("/admin/stats"), () =>
        answer({ ...someStats({ mostBorrowedBooks: [] }) } as never),
      ),
    );
    await open();
    const recent = within(screen.getByRole("region", { name: "Recent Borrowings" }));
    expect(await recent.findByText("No Recent Borrowings")).toBeVisible();
    expect(recent.getByText("All quiet on the borrowing front.")).toBeVisible();
    expect(asked).toEqual(["?limit=5"]);
    expect(screen.queryByRole("region", { name: "Most Borrowed Books" })).toBeNull();
  });

  it("lists all of the most borrowed books, page by page", async () => {
    const ranking = Array.from({ length: 60 }, (_, place) => ({
      count: 60 - place,
      book: { ...aBorrowing().book, _id: `book-${place}`, title: `Title ${place}` },
    }));
    const asked: string[] = [];
    server.use(
      http.get(api("/admin/stats"), () =>
        answer({ ...someStats({ mostBorrowedBooks: ranking.slice(0, 10) }) } as never),
      ),
      http.get(api("/admin/most-borrowed"), ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        asked.push(search);
        const page = Number(searchParams.get("page"));
        return HttpResponse.json({
          success: true,
          data: ranking.slice((page - 1) * 50, page * 50),
          pagination: { page, limit: 50, total: 60, pages: 2 },
        });
      }),
    );
    await open();
    // The section is empty until the totals are loaded.
    await screen.findByRole("button", { name: "Show more books" });
    const most = within(screen.getByRole("region", { name: "Most Borrowed Books" }));
    const titles = () => most.getAllByRole("link").map((link) => link.textContent);
    expect(titles()).toHaveLength(10);
    for (const shown of [50, 60]) {
      fireEvent.click(most.getByRole("button", { name: "Show more books" }));
      await waitFor(() => expect(titles()).toHaveLength(shown));
    }
    expect(titles()).toEqual(ranking.map(({ book }) => book.title));
    expect(asked).toEqual(["?page=1&limit=50", "?page=2&limit=50"]);
    expect(most.queryByRole("button", { name: "Show more books" })).toBeNull();
  });

  it("shows each recent borrowing in red when overdue and in green otherwise", async () => {
    await open();
    const recent = within(screen.getByRole("region", { name: "Recent Borrowings" }));
    const rows = await recent.findAllByRole("listitem");
    const expected = [
      ["Solaris", "Overdue", "bg-danger-soft"],
      ["Dune", "Active", "bg-success-soft"],
      ["الأيام", "Returned", "bg-success-soft"],
    ] as const;
    expect(rows).toHaveLength(expected.length);
    for (const [index, [title, status, colour]] of expected.entries()) {
      const row = rows[index] as HTMLElement;
      expect(row).toHaveTextContent(`${title} by Amara Okafor Borrowed on Jan 4, 2024`);
      expect(within(row).getByText(status).parentElement).toHaveClass(colour);
    }
  });

  it("shows the reason of a failure, and still shows the links", async () => {
    server.use(http.get(api("/admin/stats"), () => failure(409, "odd", "The shelf fell over")));
    await open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Error loading dashboard");
    expect(alert).toHaveTextContent("The shelf fell over");
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: /^Manage Users/ })).toBeVisible();
  });

  it("draws a chart with a sentence, which can be read with the arrow keys and switched to a table", async () => {
    signedInAs(anAdmin());
    const { router } = await renderApp("/admin");
    const figure = within(await screen.findByRole("region", { name: "Borrowings over time" }));
    expect(
      await figure.findByText("3 borrowings in 30 days, 50% more than in the previous 30 days."),
    ).toBeVisible();
    const slider = figure.getByRole("slider", { name: "Read the chart day by day" });
    expect(slider).toHaveAttribute(
      "aria-valuetext",
      "Nov 21, 2026: 3 borrowed, 0 in the previous period",
    );
    fireEvent.change(slider, { target: { value: "0" } });
    expect(slider).toHaveAttribute(
      "aria-valuetext",
      "Oct 23, 2026: 0 borrowed, 2 in the previous period",
    );

    fireEvent.click(figure.getByRole("button", { name: "Show table: Borrowings over time" }));
    const table = await figure.findByRole("table", { name: "Borrowings over time" });
    expect(within(table).getAllByRole("row")).toHaveLength(31);
    expect(within(table).getByRole("row", { name: "Nov 21, 2026 3 0" })).toBeVisible();
    expect(router.state.location.search).toBe("?table=borrowings");
    expect(figure.queryByRole("slider")).toBeNull();

    fireEvent.click(screen.getByRole("radio", { name: "90 days" }));
    expect(router.state.location.search).toBe("?table=borrowings&days=90");
  });

  it("requests the chosen period, which ends today", async () => {
    const asked: string[] = [];
    server.use(
      http.get(api("/admin/reports/categories"), ({ request }) => {
        asked.push(new URL(request.url).search);
        return answer({ ...someReports().categories });
      }),
    );
    signedInAs(anAdmin());
    await renderApp("/admin?days=364");
    await screen.findByText("Fiction was borrowed most: 67% of 3 borrowings in 52 weeks.");
    const to = civilDate(new Date(), aLibrary().timeZone);
    expect(asked.at(-1)).toBe(`?from=${addDays(to, -363)}&to=${to}`);
  });

  it("lists what needs attention before everything else but the totals", async () => {
    await open();
    const headings = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
    expect(headings.slice(0, 3)).toEqual(["Needs attention", "Quick Links", "Recent Borrowings"]);
  });

  it("lists what needs attention, and shows a message when nothing does", async () => {
    await open();
    const attention = within(screen.getByRole("region", { name: "Needs attention" }));
    expect(await attention.findByText("7 books overdue for more than 14 days")).toBeVisible();
    expect(attention.getByRole("link", { name: "View all overdue" })).toHaveAttribute(
      "href",
      "/admin/borrowings?status=overdue",
    );
    expect(attention.getByRole("link", { name: "No copy yet" })).toBeVisible();
    expect(attention.queryByText(/because of fines/)).toBeNull();
  });

  it("lists the people who cannot borrow because of fines, and does not call them blocked", async () => {
    const { attention } = someReports();
    const user = { _id: "user-1", name: "Amara Okafor", email: "amara@students.example" };
    server.use(
      http.get(api("/admin/reports/attention"), () =>
        answer({
          ...attention,
          blocked: { total: 1, entries: [{ user, balance: 12, limit: 10 }] },
        }),
      ),
    );
    await open();
    const list = within(screen.getByRole("region", { name: "Needs attention" }));
    expect(await list.findByText("1 person cannot borrow because of fines")).toBeVisible();
    expect(list.getByText("owes $12.00; the limit is $10.00")).toBeVisible();
    expect(list.queryByText(/block/)).toBeNull();
  });

  it("draws no charts for an empty library", async () => {
    const { attention } = someReports();
    const nobody = { total: 0, entries: [] };
    server.use(
      http.get(api("/admin/reports/attention"), () =>
        answer({
          on: attention.on,
          overdue: { ...nobody, moreThanDays: 14 },
          withoutCopies: nobody,
          blocked: nobody,
        }),
      ),
      http.get(api("/admin/reports/categories"), () =>
        answer({ ...someReports().categories, total: 0, categories: [] }),
      ),
    );
    await open();
    expect(await screen.findByText("Nothing needs attention")).toBeVisible();
    const categories = within(screen.getByRole("region", { name: "By category" }));
    expect(await categories.findByText("Nothing was borrowed in the last 30 days.")).toBeVisible();
    expect(categories.queryByRole("button")).toBeNull();
  });
});
