import type { Page } from "@playwright/test";
import type { Api, Person } from "../src/api.ts";
import { expect, newcomer } from "../src/carrel.ts";
import { settle } from "../src/looks.ts";

/** Texts in every syntax that a browser or a template could interpret. */
const MARKUP =
  `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>` +
  `"><svg onload=alert(1)> [go](javascript:alert(1)) {{7*7}} \u202edlrow`;
/** Markup for short fields. */
const SHORT = `<b id=taken>x</b><img src=x onerror=alert(1)>`;

/** Puts markup into every text that a screen shows. */
async function fill(desk: Api, reader: Api, readerId: string): Promise<{ book: string }> {
  const book = await desk.addBook(2, {
    title: MARKUP,
    author: SHORT,
    category: SHORT,
    description: `${MARKUP}\n\n${MARKUP}`,
    publisher: SHORT,
    language: SHORT,
  });
  await desk.request("PUT", `/books/${book._id}`, { semesterCategories: [SHORT] });
  await reader.request("PUT", "/auth/updatedetails", {
    name: SHORT,
    collegeName: SHORT,
    department: SHORT,
    currentSemester: SHORT,
    currentSemesterCategory: SHORT,
    address: SHORT,
  });
  await desk.request("PUT", `/admin/users/${readerId}`, { studentId: "<i id=taken>" });
  await desk.giveBack(await reader.borrow(book));
  await reader.borrow(book);
  await reader.request("PUT", `/books/${book._id}/rating`, { stars: 4, review: MARKUP });
  await reader.request("PUT", `/favorites/${book._id}`);
  await reader.request("POST", "/auth/tokens", {
    name: SHORT,
    scopes: ["catalogue:read"],
    expiresInDays: 1,
  });
  const change = async (section: string, parts: Record<string, unknown>) => {
    const shown = await desk.get<Record<string, unknown>>(`/admin/settings/${section}`);
    await desk.request("PUT", `/admin/settings/${section}`, { ...shown, ...parts });
  };
  await change("library", { name: SHORT, contactAddress: MARKUP });
  await change("home", {
    headline: SHORT,
    lead: SHORT,
    voices: "own",
    testimonials: [{ text: MARKUP, by: SHORT }],
  });
  await change("opening-days", { closures: [{ date: "2030-01-02", name: SHORT }] });
  for (const page of ["about", "contact", "privacy", "terms", "help"]) {
    await change(`pages/${page}`, { text: `# ${MARKUP}\n\n- ${MARKUP}\n\n${MARKUP}` });
  }
  return { book: book._id };
}

/** Expects that no text became an element, ran as a script, or became a link that runs one. */
async function expectOnlyText(page: Page): Promise<void> {
  await settle(page);
  await expect(page.locator("#taken, [onerror], [onload], img[src='x']")).toHaveCount(0);
  await expect(page.locator("a[href^='javascript:' i], iframe, object, embed")).toHaveCount(0);
  expect(await page.locator("script:not([src])").count(), "no script within the page").toBe(0);
  expect(await page.title()).not.toBe("taken");
}

newcomer(
  "markup in stored texts is shown as text on every screen",
  async ({ page, api, server, enterAs }) => {
    newcomer.slow();
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== server.address && protocol.startsWith("http")) elsewhere.push(request.url());
    });
    page.on("dialog", (dialog) => {
      elsewhere.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const administrator = await api.signInToDemo("admin");
    const reader = await api.registerStudent();
    const { book } = await fill(api.as(administrator), api.as(reader), reader.id);

    const visit = async (path: string, shown: string) => {
      await page.goto(path);
      await expect(page.locator("body")).toContainText(shown);
      await expectOnlyText(page);
    };
    await newcomer.step("a visitor", async () => {
      for (const path of ["/", "/about", "/contact", "/privacy", "/terms", "/help", "/login"]) {
        await visit(path, SHORT);
      }
    });
    const screens: [Person, [string, string][]][] = [
      [
        reader,
        [
          ["/dashboard", SHORT],
          ["/books", MARKUP],
          [`/books?search=${encodeURIComponent("onerror taken")}`, MARKUP],
          [`/books/${book}`, MARKUP],
          ["/my-borrowings", MARKUP],
          ["/my-history", MARKUP],
          ["/favorites", MARKUP],
          ["/profile", SHORT],
        ],
      ],
      [
        administrator,
        [
          ["/admin", MARKUP],
          ["/admin/books", MARKUP],
          ["/admin/users", SHORT],
          [`/admin/users?search=${encodeURIComponent(reader.email)}`, SHORT],
          ["/admin/borrowings", MARKUP],
          ["/admin/settings", SHORT],
          ["/admin/settings/library", SHORT],
          ["/admin/settings/home", SHORT],
          ["/admin/settings/opening-days", SHORT],
          ["/admin/settings/pages", SHORT],
        ],
      ],
    ];
    for (const [person, paths] of screens) {
      await newcomer.step(`a person who is signed in as ${person.role}`, async () => {
        await enterAs(person);
        for (const [path, shown] of paths) await visit(path, shown);
      });
    }
    expect(elsewhere, "nothing leads away from the library").toEqual([]);
  },
);
