import { ALL_SCREENS } from "../../web/src/lib/screens/all-screens.ts";
import type { Declaration } from "../../web/src/lib/screens/declaration.ts";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import { settle } from "../src/looks.ts";

const SCREENS: readonly Declaration[] = ALL_SCREENS.filter(({ calls }) => calls !== undefined);

test.describe("calls that a page sends before its app is there", () => {
  for (const { path, access, calls = [] } of SCREENS) {
    test(`${path} uses the responses and does not call again`, async ({
      page,
      api,
      reader,
      enterAs,
    }) => {
      const [book] = await api.as(reader).get<Book[]>("/books/popular?limit=1");
      const withId = (address: string) => address.replace(":id", book?._id ?? "");
      if (access !== "home") await enterAs(reader);
      const called: string[] = [];
      page.on("request", (request) => {
        const { pathname, search } = new URL(request.url());
        called.push(pathname + search);
      });
      await page.goto(withId(path));
      await settle(page);
      for (const call of ["/library", ...calls]) {
        const address = `/api${withId(call)}`;
        expect(called.filter((one) => one === address)).toEqual([address]);
      }
    });
  }

  test("are sent again by the app when they fail", async ({
    page,
    reader,
    enterAs,
    consoleErrors,
  }) => {
    consoleErrors.expectFailedLoads();
    await enterAs(reader);
    for (const call of ["library", "auth/me", "books?*"]) {
      await page.route(`**/api/${call}`, (route) => route.abort(), { times: 1 });
    }
    await page.goto("/books");
    await expect(page.getByRole("article").first()).toBeVisible();
  });
});
