import type { Api, Borrowing } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { entryOf, expectFieldError, expectToast, section } from "../src/parts.ts";
import { shownMoney } from "../src/texts.ts";

/** Returns a book that is overdue long enough for a fine, which stays unpaid. */
async function bookFine(desk: Api): Promise<Borrowing> {
  const overdue = await desk.get<Borrowing[]>("/borrowings/overdue?limit=1");
  if (overdue[0] === undefined) throw new Error("the demo should have something overdue");
  const borrowing = await desk.giveBack(overdue[0]);
  expect(borrowing).toMatchObject({ status: "returned", finePaid: false });
  expect(borrowing.fineAmount).toBeGreaterThan(1);
  return borrowing;
}

test.describe("fines", () => {
  test("are paid in parts at Manage Borrowings", async ({ page, api, administrator, enterAs }) => {
    const { _id, book, user, fineAmount } = await bookFine(api.as(administrator));
    await enterAs(administrator);
    await page.goto(`/admin/borrowings?search=${encodeURIComponent(user.email)}`);
    const owed = (amount: number) =>
      page
        .getByRole("row")
        .filter({ hasText: `${shownMoney(amount)}` })
        .filter({ hasText: "Unpaid" });
    const pay = { name: `Record payment for ${book.title}` };
    const dialog = page.getByRole("dialog", { name: "Record a payment" });
    const record = dialog.getByRole("button", { name: "Record payment" });

    await owed(fineAmount).filter({ hasText: book.title }).getByRole("button", pay).click();
    const amount = dialog.getByLabel("Amount");
    await expect(amount).toHaveValue(fineAmount.toFixed(2));
    await amount.fill((fineAmount + 1).toFixed(2));
    await record.click();
    await expectFieldError(amount, "Amount cannot exceed the amount owed");
    await amount.fill("0.75");
    await record.click();
    await expectToast(page, "Payment recorded");
    await expect(dialog).toBeHidden();

    await expect(owed(fineAmount).filter({ hasText: book.title })).toContainText(
      `${shownMoney(fineAmount - 0.75)} left`,
    );
    await owed(fineAmount - 0.75)
      .getByRole("button", pay)
      .click();
    await record.click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole("row").filter({ hasText: book.title }).filter({ hasText: "Paid or waived" }),
    ).toBeVisible();
    const rows = await api
      .as(administrator)
      .get<Borrowing[]>(`/admin/borrowings/user/${user._id}?limit=100`);
    expect(rows.find((row) => row._id === _id)).toMatchObject({ finePaid: true });
  });

  test("of a returned book are found and settled by an assistant", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const { book, user } = await bookFine(desk);
    const assistant = await api.registerStudent();
    await desk.request("PUT", `/admin/users/${assistant.id}`, { staffRole: "assistant" });
    await enterAs(assistant);
    await page.goto(`/admin/borrowings?search=${encodeURIComponent(user.email)}`);
    await page.getByRole("tab", { name: "Unpaid fines" }).click();
    const row = page.getByRole("row").filter({ hasText: book.title });
    await expect(row).toContainText("Unpaid");

    await page.goto(`/admin/users?user=${user._id}`);
    const group = section(page, `Borrowings for ${user.name}`);
    await expect(group.getByRole("heading", { name: "Unpaid fines" })).toBeVisible();
    await entryOf(group, book.title)
      .getByRole("button", { name: `Record payment for ${book.title}` })
      .click();
    const dialog = page.getByRole("dialog", { name: "Record a payment" });
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expectToast(page, "Payment recorded");
    // A paid fine is part of the history, which assistants cannot see.
    await expect(entryOf(group, book.title)).toHaveCount(0);
  });

  test("of a person are paid together, and the receipt is printed", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const { book, user } = await bookFine(desk);
    const { balance } = await desk.get<{ balance: number }>(`/admin/users/${user._id}`);
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${user._id}`);
    const payAll = page.getByRole("button", { name: "Record payment of all charges" });
    await payAll.click();
    const dialog = page.getByRole("dialog", { name: "Record a payment" });
    await expect(dialog).toContainText(`${user.name} owes ${shownMoney(balance)} in total.`);
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expectToast(page, "Payment recorded");
    await expect(payAll).toBeHidden();
    await page.getByRole("button", { name: "Receipt", exact: true }).click();

    const receipt = page.getByRole("dialog", { name: "Receipt" }).getByRole("region");
    await expect(receipt).toContainText(user.name);
    await expect(receipt).toContainText(book.title);
    await expect(receipt.getByRole("row", { name: "Total" })).toContainText(shownMoney(balance));
    // Only the receipt is printed.
    await page.emulateMedia({ media: "print" });
    await expect(receipt).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toBeHidden();
    await expect(page.getByRole("button", { name: "Print", includeHidden: true })).toBeHidden();
    await page.emulateMedia({ media: null });
    expect(await desk.get(`/admin/users/${user._id}`)).toMatchObject({ balance: 0 });
  });

  test("are waived at Manage Users, with a reason", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const { _id, book, user } = await bookFine(api.as(administrator));
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${user._id}`);
    const entry = entryOf(section(page, `Borrowings for ${user.name}`), book.title);
    const waive = entry.getByRole("button", { name: `Waive the fine for ${book.title}` });
    await waive.click();
    const dialog = page.getByRole("dialog", { name: "Waive a fine" });
    const confirm = dialog.getByRole("button", { name: "Waive fine" });
    await confirm.click();
    await expectFieldError(dialog.getByLabel("Reason"), "Enter a reason for the waiver");
    await dialog.getByLabel("Reason").fill("The library was closed for repairs.");
    await confirm.click();
    await expectToast(page, "Fine waived");
    await expect(dialog).toBeHidden();
    await expect(waive).toHaveCount(0);
    const rows = await api
      .as(administrator)
      .get<Borrowing[]>(`/admin/borrowings/user/${user._id}?limit=100`);
    expect(rows.find((row) => row._id === _id)).toMatchObject({ finePaid: true });
  });
});
