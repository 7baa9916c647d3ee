import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { anAdmin, someStats } from "@/test/fixtures.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";

async function open() {
  signedInAs(anAdmin());
  await renderApp("/admin");
  await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
}

describe("the admin dashboard", () => {
  it("counts, and each count leads on; a missing one shows 0", async () => {
    const { totalUsers: _, ...stats } = someStats({ overdueBooks: 12 });
    server.use(http.get(api("/admin/stats"), () => answer({ ...stats } as never)));
    await open();
    for (const [label, figure, target] of [
      ["Total Users", "0", "/admin/users"],
      ["Total Books", "1,204", "/admin/books"],
      ["Total Borrowings", "3,150", "/admin/borrowings"],
      ["Overdue Books", "12", "/admin/borrowings?status=overdue"],
    ]) {
      const card = await screen.findByRole("link", { name: new RegExp(`^${label}`) });
      expect(card.textContent).toBe(`${label}${figure}`);
      expect(card).toHaveAttribute("href", target);
    }
  });

  it("asks for five recent borrowings and says when there are none", async () => {
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

  it("tells of each recent borrowing, red when overdue and green otherwise", async () => {
    await open();
    const recent = within(screen.getByRole("region", { name: "Recent Borrowings" }));
    const rows = await recent.findAllByRole("listitem");
    const told = [
      ["Solaris", "Overdue", "bg-danger-soft"],
      ["Dune", "Active", "bg-success-soft"],
      ["الأيام", "Returned", "bg-success-soft"],
    ] as const;
    expect(rows).toHaveLength(told.length);
    for (const [index, [title, status, colour]] of told.entries()) {
      const row = rows[index] as HTMLElement;
      expect(row).toHaveTextContent(`${title} by Amara Okafor Borrowed on Jan 5, 2024`);
      expect(within(row).getByText(status).parentElement).toHaveClass(colour);
    }
  });

  it("says why it failed, and keeps the ways on", async () => {
    server.use(http.get(api("/admin/stats"), () => failure(409, "odd", "The shelf fell over")));
    await open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Error loading dashboard");
    expect(alert).toHaveTextContent("The shelf fell over");
    expect(screen.getByRole("link", { name: /^Manage Users/ })).toBeVisible();
  });
});
