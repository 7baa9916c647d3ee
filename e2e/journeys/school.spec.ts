import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { Api, type Book, type Borrowing } from "../src/api.ts";
import { expectAccessible, expectNoSidewaysScroll, picture, watchRequests } from "../src/looks.ts";
import { entryOf, expectToast, section } from "../src/parts.ts";
import { navigate } from "../src/people.ts";
import { newFolder, runCarrel, startServer } from "../src/server.ts";

/*
 * The example of docs/administration.md, run in the browser and the shell: a school of 500 sets up its library, lends
 * books, loses its disk and restores everything.
 *
 * With CARREL_SCREENSHOTS=1 it takes the screenshots of the document.
 */

const HEAD = { name: "Ada Example", email: "ada@school.example", password: "Herons123" };
const PUPIL_PASSWORD = "Reading1";
const PEOPLE = 500;

const GIVEN = [
  "Amara",
  "Ben",
  "Chiara",
  "Daniel",
  "Elif",
  "Farid",
  "Grace",
  "Hanna",
  "Ivan",
  "June",
];
const FAMILY = [
  "Abbott",
  "Brook",
  "Castle",
  "Dale",
  "Ember",
  "Field",
  "Grove",
  "Hill",
  "Isle",
  "Joyce",
];
const SUBJECTS = ["Science", "History", "Literature", "Geography"];

/** All people of the school, in the format of its own system. */
function everybody() {
  return Array.from({ length: PEOPLE }, (_, place) => {
    const name = `${GIVEN[place % 10]} ${FAMILY[Math.floor(place / 10) % 10]}${["", "-Lane", "-Marsh", "-North", "-Shaw"][Math.floor(place / 100)]}`;
    const isTeacher = place % 20 === 19;
    return {
      name,
      email: `${name.toLowerCase().replace(" ", ".")}@school.example`,
      category: isTeacher ? "Teaching staff" : "Pupil",
      class: isTeacher ? "" : `Year ${(place % 6) + 7}`,
      subject: isTeacher ? "" : (SUBJECTS[place % 4] ?? ""),
    };
  });
}

function fileOf(people: ReturnType<typeof everybody>): Buffer {
  const lines = people.map((one) =>
    [one.name, one.email, one.category, one.class, one.subject].join(","),
  );
  return Buffer.from(["Name,Email,Patron category,Class,Study category", ...lines, ""].join("\n"));
}

test.beforeEach(({ page }) => watchRequests(page));

/** Opens a page in another person's browser. */
async function pageOf(browser: Browser, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  watchRequests(page);
  return page;
}

async function signIn(page: Page, address: string, who: { email: string; password: string }) {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${address}/dashboard`);
}

test("a school sets up its library, lends books, loses its disk and restores everything", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const folder = await newFolder();
  const data = join(folder, "data");
  const backup = join(folder, "school.backup");
  let server = await startServer({ demo: false, data });
  const people = everybody();
  const [pupil, other] = people;
  if (!pupil || !other) throw new Error("the school should have people");

  await test.step("set up the library with the printed link", async () => {
    await page.goto(server.address);
    await expect(
      page.getByRole("heading", { name: "This library is not set up yet" }),
    ).toBeVisible();
    await picture(page, "administration/01-not-set-up");
    const link = /Set this library up at (\S+)/.exec(server.log())?.[1] ?? "";
    await page.goto(link);
    await page.getByLabel("Library name").fill("Hillside School Library");
    await page.getByLabel("Time zone").fill("Europe/London");
    await picture(page, "administration/02-set-up-library");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Full name").fill(HEAD.name);
    await page.getByLabel("Email").fill(HEAD.email);
    await page.getByLabel("Password", { exact: true }).fill(HEAD.password);
    await page.getByLabel("Confirm password").fill(HEAD.password);
    await picture(page, "administration/03-set-up-administrator");
    await page.getByRole("button", { name: "Open the library" }).click();
    await page.getByRole("link", { name: "Go to the admin dashboard" }).click();
    await expect(page).toHaveURL(`${server.address}/admin`);
  });

  await test.step("list patron categories and item types", async () => {
    await page.goto(`${server.address}/admin/settings/kinds`);
    for (const [field, name] of [
      ["New patron category", "Pupil"],
      ["New patron category", "Teaching staff"],
      ["New item type", "Textbook"],
      ["New item type", "Reference"],
    ] as const) {
      const input = page.getByRole("textbox", { name: field });
      await input.fill(name);
      await input.press("Enter");
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Settings saved");
    await picture(page, "administration/04-kinds");
  });

  await test.step("set a longer loan period for teachers", async () => {
    await page.goto(`${server.address}/admin/settings/rules`);
    await page.getByRole("button", { name: "Add a rule" }).click();
    const line = page.getByRole("group", { name: "Rule 1", exact: true });
    await line.getByLabel("Who").selectOption("Teaching staff");
    await line.getByLabel("Value").fill("90");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Settings saved");
    const applies = section(page, "Rules in effect");
    await applies.getByLabel("Who").selectOption("Teaching staff");
    await expect(entryOf(applies, "Loan length (days)")).toContainText("90");
    await applies.scrollIntoViewIfNeeded();
    await picture(page, "administration/05-rules");
  });

  const links = await test.step("import 500 people with a password link for each", async () => {
    await page.goto(`${server.address}/admin/users`);
    await page.getByRole("main").getByRole("link", { name: "Import" }).click();
    const panel = page.getByRole("dialog", { name: "Import people" });
    const choose = (text: Buffer) =>
      panel
        .getByLabel("CSV file")
        .setInputFiles({ name: "school.csv", mimeType: "text/csv", buffer: text });
    await choose(Buffer.from("Name,Email\nNo Address,nowhere\n"));
    await expect(panel.getByText("Invalid email address")).toBeVisible();
    await expect(panel.getByRole("button", { name: /^Import/ })).toHaveCount(0);
    await choose(fileOf(people));
    await expect(panel.getByRole("button", { name: "Import 500 people" })).toBeVisible();
    await expectAccessible(page);
    await picture(page, "administration/06-import");
    await panel.getByRole("button", { name: "Import 500 people" }).click();
    await expect(panel.getByText("500 people added.")).toBeVisible();
    const download = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Save password links" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    await panel.getByRole("button", { name: "Close" }).last().click();
    return new Map(
      text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",").slice(1, 3) as [string, string]),
    );
  });
  expect(links.size).toBe(PEOPLE);

  await test.step("add the first book", async () => {
    await page.goto(`${server.address}/admin/books`);
    await page.getByRole("button", { name: "Add book" }).first().click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Title").fill("On the Origin of Species");
    await editor.getByLabel("Author").fill("Charles Darwin");
    await editor.getByLabel("Category").fill("Science");
    await editor.getByLabel("Copies").fill("3");
    await editor.getByLabel("Year of publication").fill("1859");
    await editor.getByLabel("Item type").selectOption("Textbook");
    await picture(page, "administration/07-first-book");
    await editor.getByRole("button", { name: "Add book" }).click();
    await expect(editor).toBeHidden();
    await expect(entryOf(page.getByRole("main"), "On the Origin of Species")).toBeVisible();
  });

  const young = await pageOf(browser, 390, 844);
  await test.step("a pupil sets a password and borrows a book", async () => {
    await young.goto(links.get(pupil.email) ?? "");
    await young.getByLabel("New password", { exact: true }).fill(PUPIL_PASSWORD);
    await young.getByLabel("Confirm new password").fill(PUPIL_PASSWORD);
    await young.getByRole("button", { name: "Set password" }).click();
    await expect(young).toHaveURL(`${server.address}/login`);
    await signIn(young, server.address, { email: pupil.email, password: PUPIL_PASSWORD });
    await young.goto(`${server.address}/books`);
    await entryOf(young, "On the Origin of Species")
      .getByRole("link", { name: /View Details/ })
      .click();
    await expect(young.getByRole("button", { name: "Borrow Book" })).toBeVisible();
    await expectNoSidewaysScroll(young);
    await picture(young, "administration/08-pupil-book");
    await young.getByRole("button", { name: "Borrow Book" }).click();
    await expectToast(young, "Book borrowed successfully!");
    await young.goto(`${server.address}/my-borrowings`);
    await expect(entryOf(young, "On the Origin of Species")).toContainText("Active");
    await picture(young, "administration/09-pupil-borrowings");
  });

  const guest = await pageOf(browser, 1280, 800);
  await test.step("a person who was not imported registers and borrows a book", async () => {
    await guest.goto(`${server.address}/register`);
    const main = guest.getByRole("main");
    await main.getByLabel("Full name").fill("New Reader");
    await main.getByLabel("Email").fill("new.reader@school.example");
    await main.getByLabel("Password", { exact: true }).fill(PUPIL_PASSWORD);
    await main.getByLabel("Confirm password").fill(PUPIL_PASSWORD);
    await main.getByRole("checkbox", { name: /terms and conditions/ }).check();
    await picture(guest, "administration/10-register");
    await main.getByRole("button", { name: "Sign Up" }).click();
    await expect(guest).toHaveURL(`${server.address}/dashboard`);
    await guest.goto(`${server.address}/books`);
    await entryOf(guest, "On the Origin of Species")
      .getByRole("button", { name: /Borrow/ })
      .click();
    await expectToast(guest, "Book borrowed successfully!");
  });

  await test.step("add a person by hand", async () => {
    await page.goto(`${server.address}/admin/users`);
    await page.getByRole("main").getByRole("link", { name: "Add user" }).click();
    const panel = page.getByRole("dialog", { name: "Add a user" });
    await panel.getByRole("button", { name: "Add user" }).click();
    await expect(panel.getByText("Full name is required")).toBeVisible();
    await panel.getByLabel("Full name").fill("Late Arrival");
    await panel.getByLabel("Email").fill("late.arrival@school.example");
    await panel.getByLabel("Patron category").selectOption("Pupil");
    await panel.getByRole("button", { name: "Add user" }).click();
    await expectToast(page, "User added successfully!");
    await expect(page.getByRole("heading", { name: "Late Arrival", exact: true })).toBeVisible();
  });

  await test.step("return a book at the desk", async () => {
    await page.goto(`${server.address}/admin/users`);
    await page.getByRole("main").getByRole("searchbox").fill("new.reader@school.example");
    await section(page, "All Users")
      .getByRole("link", { name: /New Reader/ })
      .click();
    const borrowings = section(page, "Borrowings for New Reader");
    await expect(entryOf(borrowings, "On the Origin of Species")).toContainText("Active");
    await picture(page, "administration/11-person");
    await borrowings.getByRole("button", { name: /^Return/ }).click();
    await expectToast(page, "Book returned successfully!");
  });

  await test.step("back up the running library", async () => {
    await runCarrel(["backup", backup, "--data-dir", data]);
  });

  const before = await factsOf(server.address);
  await test.step("delete the data folder", async () => {
    await server.stop();
    await rm(data, { recursive: true });
  });

  await test.step("restore the backup and check the data", async () => {
    // The people of the file, the first administrator, the one who registered, and the one added by hand.
    const restored = await runCarrel(["restore", backup, "--data-dir", data]);
    expect(restored).toContain(`1 books, 3 copies, ${PEOPLE + 3} people, 2 borrowings`);
    await runCarrel(["check", "--data-dir", data]);
    server = await startServer({ demo: false, data });
    expect(await factsOf(server.address)).toEqual(before);
    await signIn(page, server.address, HEAD);
    await page.goto(`${server.address}/admin/borrowings`);
    await expect(entryOf(page, pupil.name)).toContainText("On the Origin of Species");
    await picture(page, "administration/12-restored");
    await signIn(young, server.address, { email: pupil.email, password: PUPIL_PASSWORD });
    await navigate(young, "My Borrowings");
    await expect(entryOf(young, "On the Origin of Species")).toContainText("Active");
    // The restored backup does not make an old link valid again.
    await guest.goto(
      `${server.address}${new URL(links.get(other.email) ?? "").pathname}${new URL(links.get(other.email) ?? "").hash}`,
    );
    await guest.getByLabel("New password", { exact: true }).fill(PUPIL_PASSWORD);
    await guest.getByLabel("Confirm new password").fill(PUPIL_PASSWORD);
    await guest.getByRole("button", { name: "Set password" }).click();
    await expect(
      guest.getByRole("alert").filter({ hasText: "This link has expired or was already used." }),
    ).toBeVisible();
  });
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The data that the library must have again after the restore. */
async function factsOf(address: string) {
  const api = new Api(address);
  const desk = api.as(await api.signIn(HEAD));
  const books = await desk.get<Book[]>("/books?limit=100");
  const borrowings = await desk.get<Borrowing[]>("/borrowings?limit=100");
  const { patronCategories } = await desk.get<{
    patronCategories: { name: string; uses: { people: number } }[];
  }>("/admin/settings/kinds");
  const { rules } = await desk.get<{ rules: object[] }>("/admin/settings/rules");
  return {
    library: (await api.library()).name,
    people: await desk.count("/admin/users?limit=1"),
    books: books.map(({ title, totalCopies, availableCopies }) => ({
      title,
      totalCopies,
      availableCopies,
    })),
    borrowings: borrowings.map(({ user, status, dueOn }) => ({ name: user.name, status, dueOn })),
    patronCategories: patronCategories.map(({ name, uses }) => [name, uses.people]),
    rules,
  };
}
