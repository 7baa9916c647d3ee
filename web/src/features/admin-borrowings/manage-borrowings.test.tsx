import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { aBorrowing, anAdmin } from "@/test/fixtures.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

/** Answers the list, and keeps what was asked. */
function list(borrowings: () => Borrowing[]) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get(api("/borrowings"), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return page(borrowings().map((borrowing) => ({ ...borrowing })));
    }),
  );
  return asked;
}

async function open(path: string) {
  signedInAs(anAdmin());
  const { router } = await renderApp(path);
  await screen.findByRole("heading", { level: 1, name: "Manage Borrowings" });
  return { router, user: userEvent.setup({ delay: null }) };
}

describe("Manage Borrowings", () => {
  it("shows the five columns in the specification's forms", async () => {
    list(() => [
      aBorrowing({
        borrowedDate: "2024-01-05T13:45:00.000Z",
        dueOn: "2024-01-19",
        status: "overdue",
      }),
    ]);
    await open("/admin/borrowings");
    const [, row] = await screen.findAllByRole("row");
    for (const text of [
      "Dune by Frank Herbert",
      "Amara Okafor (amara@students.example)",
      "Jan 5, 2024 13:45",
      "Jan 19, 2024",
      "Overdue",
    ]) {
      expect(row).toHaveTextContent(text);
    }
    expect(screen.getByText("Jan 19, 2024")).toHaveClass("font-semibold", "text-danger");
    const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
    expect(headers.slice(0, 5)).toEqual([
      "Book Title",
      "Borrower",
      "Borrowed Date",
      "Due Date",
      "Status",
    ]);
  });

  it("says N/A of a day that nobody knows", async () => {
    list(() => [aBorrowing({ borrowedDate: "", dueOn: "", status: "active" })]);
    await open("/admin/borrowings");
    const [, row] = await screen.findAllByRole("row");
    const missing = within(row as HTMLElement).getAllByText("N/A");
    expect(missing).toHaveLength(2);
    for (const day of missing) expect(day).not.toHaveClass("text-danger");
  });

  it("honours the status of the address, and changes it by its tabs", async () => {
    const asked = list(() => [aBorrowing()]);
    const { router, user } = await open("/admin/borrowings?status=overdue");
    expect(screen.getByRole("tab", { name: "Overdue" })).toHaveAttribute("aria-selected", "true");
    await screen.findAllByRole("row");
    expect(asked.at(-1)).toMatchObject({ status: "overdue" });
    await user.click(screen.getByRole("tab", { name: "All" }));
    expect(router.state.location.search).toBe("");
    await expect.poll(() => asked.at(-1)).not.toHaveProperty("status");
  });

  it("shows all of them for a status that does not exist", async () => {
    const asked = list(() => [aBorrowing()]);
    await open("/admin/borrowings?status=lost");
    await screen.findAllByRole("row");
    expect(asked.at(-1)).not.toHaveProperty("status");
  });

  it("takes a book back", async () => {
    let borrowing = aBorrowing();
    list(() => [borrowing]);
    server.use(
      http.put(api("/admin/borrowings/borrowing-1/return"), () => {
        borrowing = aBorrowing({ status: "returned", returnedDate: "2024-01-30T10:00:00.000Z" });
        return answer({ ...borrowing });
      }),
    );
    const { user } = await open("/admin/borrowings");
    await user.click(await screen.findByRole("button", { name: "Return Dune" }));
    expect(await screen.findByText("Book returned successfully!")).toBeVisible();
    expect(within(screen.getByRole("table")).getByText("Returned")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Return Dune" })).toBeNull();
  });

  it("asks for the reason of a waiver", async () => {
    const owing = aBorrowing({ status: "returned", fineAmount: 2, fineOutstanding: 2 });
    list(() => [owing]);
    const waived: unknown[] = [];
    server.use(
      http.post(api("/admin/borrowings/borrowing-1/waivers"), async ({ request }) => {
        waived.push(await request.json());
        return answer({ ...owing });
      }),
    );
    const { user } = await open("/admin/borrowings");
    await user.click(await screen.findByRole("button", { name: "Waive the fine for Dune" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Waive fine" }));
    const reason = within(dialog).getByLabelText("Reason");
    expect(reason).toHaveAccessibleDescription(/Please give a reason for the waiver/);
    await user.type(reason, " Lost in the post ");
    await user.click(within(dialog).getByRole("button", { name: "Waive fine" }));
    expect(await screen.findByText("Fine waived")).toBeVisible();
    expect(waived).toEqual([{ amount: 2, note: "Lost in the post" }]);
  });

  it("says when there is nothing", async () => {
    list(() => []);
    await open("/admin/borrowings");
    expect(await screen.findByText("No Borrowing Records Found")).toBeVisible();
    expect(
      screen.getByText("There are no borrowing activities to display at the moment."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clear Filters" })).toBeNull();
  });

  it.each([
    ["", "Failed to load borrowings.", "Failed to fetch all borrowings"],
    ["The shelf fell over", "The shelf fell over", "The shelf fell over"],
  ])("says on the page and in a toast that it failed: %j", async (message, shown, told) => {
    server.use(http.get(api("/borrowings"), () => failure(500, "internal", message)));
    await open("/admin/borrowings");
    const alert = await within(screen.getByRole("main")).findByRole("alert");
    expect(alert).toHaveTextContent("Error");
    expect(alert).toHaveTextContent(shown);
    const toasts = await screen.findByRole("region", { name: "Notifications" });
    expect(toasts).toHaveTextContent(told);
  });

  it("saves what the filters leave, and says when it is not all", async () => {
    list(() => [aBorrowing({ status: "overdue" })]);
    const asked: string[] = [];
    let total = 1;
    server.use(
      http.get(api("/admin/borrowings/table.csv"), ({ request }) => {
        asked.push(new URL(request.url).search);
        return new HttpResponse("\uFEFFtitle\r\nDune\r\n", {
          headers: { "Content-Type": "text/csv; charset=utf-8", "X-Total-Count": String(total) },
        });
      }),
    );
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:borrowings", revokeObjectURL: () => {} }),
    );
    const { user } = await open("/admin/borrowings?status=overdue&search=dune&page=3");
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Borrowings downloaded")).toBeVisible();
    expect(asked).toEqual(["?search=dune&sort=borrowedDate&status=overdue"]);
    expect(saved[0]).toMatch(/^borrowings-overdue-\d{4}-\d{2}-\d{2}\.csv$/);
    total = 54_321;
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("The first 1 of 54,321 borrowings downloaded")).toBeVisible();
  });
});
