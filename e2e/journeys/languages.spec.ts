import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { expectAccessible, expectNoSidewaysScroll, settle, wholePicture } from "../src/looks.ts";
import { section } from "../src/parts.ts";

/** English between Arabic words, from right to left: see `web/src/lib/i18n/pseudo`. */
const PSEUDO_ARABIC = "ar-XB";

/** The marks around each text of this language keep a button's label from being a part of its longer name. */
const MARKED = { without: ["label-content-name-mismatch"] };

test.describe("in a German browser", () => {
  test.use({ locale: "de-AT" });

  test("the app is in German at first, and stays in English after that is chosen", async ({
    page,
  }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Willkommen zurück");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expectAccessible(page);
    await page.getByLabel("Sprache").selectOption("English");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("the message of a refused sign-in is in German", async ({ page, consoleErrors }) => {
    consoleErrors.expectStatus(401);
    await page.goto("/login");
    await page.getByLabel("E-Mail-Adresse").fill("nobody@library.example");
    await page.getByLabel("Passwort", { exact: true }).fill("Wrong1234");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expect(page.getByText("E-Mail-Adresse oder Passwort ist falsch.").first()).toBeVisible();
  });
});

test.describe("in a right-to-left language", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem("language", code), PSEUDO_ARABIC);
  });

  for (const path of ["/", "/login", "/about"]) {
    test(`${path} is mirrored`, async ({ page }) => {
      await page.goto(path);
      await settle(page);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, MARKED);
      await wholePicture(page, `rtl${path.replaceAll("/", "-")}`);
    });
  }

  for (const path of [
    "/dashboard",
    "/books",
    "/books/BOOK",
    "/my-history",
    "/profile",
    "/admin",
    "/admin/books",
    "/admin/users",
    "/admin/borrowings",
    "/admin/audit",
    "/admin/settings/library",
  ]) {
    test(`${path} is mirrored for administrators`, async ({
      page,
      api,
      administrator,
      enterAs,
    }) => {
      await enterAs(administrator);
      const [book] = await api.as(administrator).get<Book[]>("/books/popular?limit=1");
      await page.goto(path.replace("BOOK", book?._id ?? ""));
      await settle(page);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, MARKED);
      await wholePicture(page, `rtl${path.replaceAll("/", "-")}`);
    });
  }

  test("charts, their sliders and arrow keys are mirrored", async ({
    page,
    administrator,
    enterAs,
  }) => {
    await enterAs(administrator);
    await page.goto("/admin");
    await settle(page);
    const overTime = section(page, /Borrowings over time/);
    await expect(overTime.locator("svg[viewBox='0 0 100 100']")).toHaveCSS("scale", "-1 1");
    const slider = overTime.getByRole("slider");
    const last = (await slider.getAttribute("aria-valuetext")) ?? "";
    // The last day is at the left end.
    await slider.press("ArrowLeft");
    await expect(slider).toHaveAttribute("aria-valuetext", last);
    await slider.press("ArrowRight");
    await expect(slider).not.toHaveAttribute("aria-valuetext", last);

    await page.goto("/admin/books");
    await settle(page);
    const next = page
      .getByRole("button", { name: /Next/ })
      .or(page.getByRole("link", { name: /Next/ }));
    await expect(next.locator("svg").first()).toHaveCSS("scale", "-1 1");
  });
});
