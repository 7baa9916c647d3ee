import { randomBytes } from "node:crypto";
import { expect, test } from "../src/carrel.ts";
import { expectToast, section } from "../src/parts.ts";
import { shownMoney } from "../src/texts.ts";

interface ShownCharge {
  description: string;
  reason: string;
  amount: number;
  outstanding: number;
}

test.describe("charges without a borrowing", () => {
  test("are added, undone, paid in part, paid with everything, and printed", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const student = await api.registerStudent();
    await enterAs(administrator);
    await page.goto(`/admin/users?user=${student.id}`);
    const charges = section(page, "Charges");
    await expect(charges).toContainText("has no charges apart from fines for books.");

    const add = async (reason: string, amount: string, description: string) => {
      await charges.getByRole("button", { name: "Add charge" }).click();
      const dialog = page.getByRole("dialog", { name: "Add a charge" });
      await dialog.getByLabel("Reason").selectOption({ label: reason });
      await dialog.getByLabel("Amount").fill(amount);
      await dialog.getByLabel("Description").fill(description);
      await dialog.getByLabel("Description").press("Enter");
      await expectToast(page, "Charge added");
      await expect(charges.getByText(description)).toBeVisible();
    };
    await add("Other", "9", "For somebody else");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expectToast(page, "Charge canceled");
    await expect(charges).toContainText("has no charges apart from fines for books.");

    await add("Service", "2.50", "Library card replaced");
    await charges.getByRole("button", { name: "Record payment for Library card replaced" }).click();
    const dialog = page.getByRole("dialog", { name: "Record a payment" });
    await dialog.getByLabel("Amount").fill("1");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expectToast(page, "Payment recorded");
    await expect(charges).toContainText(`${shownMoney(1.5)} left`);
    // What is paid in part is not canceled any more.
    await expect(charges.getByRole("button", { name: /^Cancel the charge/ })).toHaveCount(0);

    await add("Damage", "3", "A torn page");
    await page.getByRole("button", { name: "Record payment of all charges" }).click();
    await expect(dialog).toContainText(`owes ${shownMoney(4.5)} in total.`);
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expectToast(page, "Payment recorded");
    await expect(charges).toContainText("has no charges apart from fines for books.");
    await page.getByRole("button", { name: "Receipts" }).click();
    const receipt = page.getByRole("dialog", { name: "Receipt" }).getByRole("region");
    await expect(receipt).toContainText("Library card replaced");
    await expect(receipt).toContainText("A torn page");
    await expect(receipt.getByRole("row", { name: "Total" })).toContainText(shownMoney(4.5));
    await page.emulateMedia({ media: "print" });
    await expect(receipt).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toBeHidden();
    await page.emulateMedia({ media: null });
    expect(await desk.get(`/admin/users/${student.id}`)).toMatchObject({ balance: 0 });
  });

  test("are seen by the person, with what is owed", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const student = await api.registerStudent();
    await api.as(administrator).request("POST", `/users/${student.id}/charges`, {
      reason: "lost",
      amount: 12,
      description: "Key of a locker",
    });
    await enterAs(student);
    await page.goto("/my-history");
    const charges = section(page, "Charges");
    await expect(charges).toContainText("Key of a locker");
    await expect(charges).toContainText(shownMoney(12));
    await expect(charges).toContainText("Unpaid");
  });

  test("come from a file of unpaid fines, and are taken out again", async ({
    page,
    api,
    administrator,
    enterAs,
  }) => {
    const desk = api.as(administrator);
    const student = await api.registerStudent();
    const mark = randomBytes(4).toString("hex");
    await enterAs(administrator);
    await page.goto("/admin/imports?kind=fines");
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: `${mark}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "Email,Amount outstanding,Debit type,Description,Date",
          `${student.email},2.500000,OVERDUE,Ladders ${mark},2024-05-06`,
          `${student.email},nothing,LOST,Lanterns ${mark},2024-05-06`,
        ].join("\n"),
      ),
    });
    await expect(page.getByRole("heading", { level: 1, name: `${mark}.csv` })).toBeVisible();
    const rejected = page.getByRole("list", { name: "Rejected records" });
    await expect(rejected.getByText(`Lanterns ${mark}`)).toBeVisible();
    await expect(rejected.getByText("This is no amount, such as 12.50")).toBeVisible();
    await page.getByRole("button", { name: "Import 1 record" }).click();
    await expect(page.getByText("The import has ended.")).toBeVisible();
    const listed = () => desk.get<ShownCharge[]>(`/users/${student.id}/charges`);
    expect(await listed()).toMatchObject([
      { description: `Ladders ${mark}`, reason: "overdue", amount: 2.5, outstanding: 2.5 },
    ]);
    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
    await expect.poll(listed).toEqual([]);
  });
});
