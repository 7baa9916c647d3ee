import type { Borrowing } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf } from "../src/parts.ts";
import { shownDay, shownMoney } from "../src/texts.ts";

test.describe("the history", () => {
  test("shows every borrowing with its dates in the library's time zone", async ({
    page,
    api,
    enterAs,
  }) => {
    const { timeZone } = await api.library();
    const student = await api.signInToDemo("student");
    const rows = await api.as(student).get<Borrowing[]>("/borrowings/my-history?limit=20");
    expect(rows.length).toBeGreaterThan(0);

    await enterAs(student);
    await page.goto("/my-history");
    // A title borrowed twice has two entries; title and date together identify an entry.
    for (const { book, status, borrowedDate, returnedDate } of rows.slice(0, 5)) {
      const entry = entryOf(page.getByRole("main"), book.title).filter({
        hasText: shownDay(borrowedDate, timeZone),
      });
      await expect(entry).toContainText(new RegExp(status, "i"));
      if (returnedDate !== null)
        await expect(entry).toContainText(shownDay(returnedDate, timeZone));
    }
  });

  test("shows fines as paid or unpaid", async ({ page, api, administrator, enterAs }) => {
    const student = await api.signInToDemo("student");
    const rows = await api.as(student).get<Borrowing[]>("/borrowings/my-history?limit=20");
    const fined = rows.find(({ fineAmount, status }) => fineAmount > 0 && status === "returned");
    if (fined === undefined) throw new Error("the demo's student should have had a fine lately");

    await enterAs(student);
    await page.goto("/my-history");
    const entry = entryOf(page.getByRole("main"), fined.book.title);
    await expect(entry).toContainText(shownMoney(fined.fineAmount));
    await expect(entry).toContainText(fined.finePaid ? "Paid" : "Unpaid");

    if (!fined.finePaid) {
      await api.as(administrator).request("POST", `/admin/borrowings/${fined._id}/payments`, {});
      await page.reload();
      await expect(entry).toContainText("Paid");
      await expect(entry).not.toContainText("Unpaid");
    }
  });

  test("is empty for a person without borrowings", async ({ page, reader, enterAs }) => {
    await enterAs(reader);
    await page.goto("/my-history");
    await expect(page.getByText("No Borrowing History")).toBeVisible();
  });
});
