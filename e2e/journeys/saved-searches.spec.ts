import { expect, test } from "../src/carrel.ts";
import { expectToast, section } from "../src/parts.ts";

test("a reader saves a search, finds the new books in it, and follows it with a feed reader", async ({
  page,
  api,
  reader,
  administrator,
  enterAs,
  request,
}) => {
  const word = `Quillon${Date.now()}`;
  const desk = api.as(administrator);
  await desk.addBook(1, { title: `${word} of old` });
  await enterAs(reader);
  await page.goto(`/books?search=${word}`);
  await expect(page.getByText(`${word} of old`).first()).toBeVisible();

  await page.getByRole("button", { name: "Save search" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this search" });
  await expect(dialog.getByLabel("Name")).toHaveValue(word);
  await dialog.getByLabel("Name").fill("Sword parts");
  await dialog.getByRole("button", { name: "Save search" }).click();
  await expectToast(page, "“Sword parts” saved");
  await page.getByRole("button", { name: "Show saved searches" }).click();
  await expect(page).toHaveURL("/saved-searches");
  await expect(page.getByText(/^No new books since/)).toBeVisible();

  const book = await desk.addBook(1, { title: `${word}, revisited` });
  await expect
    .poll(async () => (await api.as(reader).get<unknown[]>(`/books?search=${word}`)).length)
    .toBe(2);
  await page.reload();
  await expect(page.getByText("1 new book")).toBeVisible();
  const found = page.getByRole("list", { name: "New in Sword parts" });
  await expect(found.getByRole("link", { name: book.title })).toHaveAttribute(
    "href",
    `/books/${book._id}`,
  );

  await page.getByRole("button", { name: "Feed of Sword parts" }).click();
  const feed = page.getByRole("dialog", { name: "Feed of “Sword parts”" });
  await feed.getByRole("button", { name: "Create feed" }).click();
  const address = await feed.getByLabel("Address of the feed").inputValue();
  const read = await request.get(address);
  expect(await read.text()).toContain(`<title>${book.title}</title>`);
  await feed.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Has a feed", { exact: true })).toBeVisible();

  await page
    .getByRole("button", { name: "Mark the new books as seen: Sword parts", exact: true })
    .click();
  await expectToast(page, "New books in “Sword parts” marked as seen");
  await expect(page.getByText(/^No new books since/)).toBeVisible();
  await page.getByRole("link", { name: "Sword parts" }).click();
  await expect(section(page, "Search results").getByText(book.title).first()).toBeVisible();
});
