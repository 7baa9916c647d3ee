import { readFile } from "node:fs/promises";
import { expect, test } from "../src/carrel.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../src/looks.ts";
import { section } from "../src/parts.ts";

interface CategoriesReport {
  categories: { category: string; borrowed: number }[];
}

interface AttentionReport {
  overdue: { entries: { user: { name: string } }[] };
  blocked: { entries: { user: { name: string } }[] };
}

test.describe("the administrator's charts", () => {
  test("each have a sentence with the result for the chosen period", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1);
    await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto("/admin");
    const overTime = section(page, "Borrowings over time");
    await overTime.scrollIntoViewIfNeeded();
    await expect(overTime).toContainText(/[\d,]+ borrowings in 30 days, /);

    await page.getByText("90 days", { exact: true }).click();
    await expect(page).toHaveURL(/\?days=90$/);
    await expect(overTime).toContainText(/[\d,]+ borrowings in 90 days, /);
    const slider = overTime.getByRole("slider");
    await expect(slider).toHaveAttribute("max", "89");
    const last = (await slider.getAttribute("aria-valuetext")) ?? "";
    await slider.press("ArrowLeft");
    await expect(slider).not.toHaveAttribute("aria-valuetext", last);

    const categories = await api
      .as(administrator)
      .get<CategoriesReport>("/admin/reports/categories");
    await page.goto("/admin");
    await section(page, "By category").scrollIntoViewIfNeeded();
    await expect(section(page, "By category")).toContainText(
      `${categories.categories[0]?.category} was borrowed most`,
    );
    await expect(section(page, "Busiest hours")).toContainText(/Busiest time: \w+day from/);
    await expect(section(page, "Overdue books by age")).toContainText(
      /\d+ books? (is|are) overdue/,
    );
    await expect(section(page, "Fines by month")).toContainText(/In twelve months, .* was charged/);
  });

  test("switch to a table, which the address records, and download a file", async ({
    page,
    administrator,
    enterAs,
  }) => {
    await enterAs(administrator);
    await page.goto("/admin");
    // Its table is a region with a longer name.
    const fines = page.getByRole("region", { name: "Fines by month", exact: true });
    await fines.scrollIntoViewIfNeeded();
    await fines.getByRole("button", { name: "Show table: Fines by month" }).click();
    await expect(page).toHaveURL(/\?table=fines$/);
    await page.reload();
    await fines.scrollIntoViewIfNeeded();
    const table = fines.getByRole("table", { name: "Fines by month" });
    await expect(table.getByRole("row")).toHaveCount(13);

    const saving = page.waitForEvent("download");
    await fines.getByRole("button", { name: "Download as CSV: Fines by month" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^fines-\d{4}-\d{2}-01-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines[0]).toBe("\uFEFFMonth,Charged,Collected,Waived");
    expect(lines).toHaveLength(14);
    expect(lines[1]).toMatch(/^\d{4}-\d{2},\d+(\.\d+)?,-?\d+(\.\d+)?,\d+(\.\d+)?$/);

    await fines.getByRole("button", { name: "Show chart: Fines by month" }).click();
    await expect(fines.getByRole("slider")).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test("list what needs attention, with links", async ({ page, api, administrator, enterAs }) => {
    const attention = await api.as(administrator).get<AttentionReport>("/admin/reports/attention");
    await enterAs(administrator);
    await page.goto("/admin?table=borrowings.hours.categories.overdue");
    await section(page, "Fines by month").scrollIntoViewIfNeeded();
    const list = section(page, "Needs attention");
    for (const { user } of attention.blocked.entries) await expect(list).toContainText(user.name);
    const [late] = attention.overdue.entries;
    if (late) {
      await expect(list).toContainText(late.user.name);
    } else {
      await expect(list).toContainText(/Nothing needs attention|without a copy|because of fines/);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("download all borrowings that match the filters", async ({
    page,
    api,
    administrator,
    reader,
    enterAs,
  }) => {
    const book = await api.as(administrator).addBook(1, { title: `=1+1 ${Date.now()}` });
    await api.as(reader).borrow(book);
    await enterAs(administrator);
    await page.goto(`/admin/borrowings?status=active&search=${encodeURIComponent(reader.email)}`);
    await expect(page.getByRole("row").filter({ hasText: book.title })).toBeVisible();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^borrowings-active-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines[0]).toMatch(/^\uFEFFtitle,author,/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`'${book.title},`);
    expect(lines[1]).toContain(`,${reader.email},active,`);
  });
});
