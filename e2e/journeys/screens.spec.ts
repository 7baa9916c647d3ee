import { ALL_SCREENS, examplesOf } from "../../web/src/lib/screens/all-screens.ts";
import type { Viewer } from "../../web/src/lib/screens/declaration.ts";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import {
  expectAccessible,
  expectLegible,
  expectNoSidewaysScroll,
  picture,
  settle,
  showIn,
  wholePicture,
} from "../src/looks.ts";

interface Screen {
  name: string;
  /** Path and query; `BOOK` and `IMPORT` stand for ids of the running library. */
  path: string;
  as: Viewer;
  /** The expected error status of the screen's own request. */
  status?: number;
}

/** The first example of every declared screen. */
const DECLARED: Screen[] = ALL_SCREENS.filter(({ path }) => path !== "/setup").flatMap((screen) =>
  examplesOf(screen, { book: "BOOK", user: "USER", import: "IMPORT" })
    .slice(0, 1)
    .map(({ address, viewer }) => ({
      name: nameOf(screen.path),
      path: address,
      as: viewer,
      ...(screen.path === "*" && { status: 404 }),
    })),
);

/** Other states of screens. */
const STATES: Screen[] = [
  { name: "confirm-email-signed-in", path: "/confirm-email#token=any", as: "student" },
  { name: "home-signed-in", path: "/?view=site", as: "student" },
  { name: "books-found", path: "/books?search=history&sort=relevance", as: "student" },
  { name: "books-nothing-found", path: "/books?search=qqqqzzzzxxxx", as: "student" },
  { name: "book-unknown", path: "/books/nosuchbook", as: "student", status: 404 },
  { name: "dashboard-of-administrator", path: "/dashboard", as: "administrator" },
  {
    name: "audit-log-filtered",
    path: "/admin/audit?book=BOOK&action=borrowing.opened",
    as: "administrator",
  },
  { name: "audit-log-empty", path: "/admin/audit?to=2000-01-01", as: "administrator" },
  { name: "labels-of-book", path: "/admin/labels?book=BOOK", as: "administrator" },
  {
    name: "manage-borrowings-overdue",
    path: "/admin/borrowings?status=overdue",
    as: "administrator",
  },
];

/** The path of a screen as a file name. */
function nameOf(path: string): string {
  const words = path.match(/\w[\w-]*/g)?.join("-");
  return words ?? (path === "/" ? "home" : "not-found");
}

/** A table with a row that repeats another one, and one without an author. */
const SHELVES =
  "Title,Author,ISBN,Shelf\nThe Ledger,C. Lark,9780000000002,A1\nThe Ledger,C. Lark,9780000000002,A1\nNobody,,,\n";

/** The screenshots of README.md, by screen: the colour scheme and the file name. */
const README: Record<string, readonly ["light" | "dark", string]> = {
  home: ["light", "home"],
  dashboard: ["light", "dashboard"],
  books: ["light", "books"],
  "books-id": ["light", "book"],
  admin: ["light", "admin"],
  "admin-books": ["dark", "manage-books-dark"],
};

// The longest file by far: its tests are distributed among the workers, each of which has its own library.
test.describe.configure({ mode: "parallel" });

for (const screen of [...DECLARED, ...STATES]) {
  test(`${screen.name} passes the accessibility and layout checks in light and dark`, async ({
    page,
    api,
    administrator,
    enterAs,
    consoleErrors,
  }, testInfo) => {
    if (screen.status !== undefined) consoleErrors.expectStatus(screen.status);
    if (screen.as === "student") await enterAs(await api.signInToDemo("student"));
    if (screen.as === "administrator") await enterAs(administrator);
    const [book] = await api.as(administrator).get<Book[]>("/books/popular?limit=1");
    expect(book).toBeDefined();
    let path = screen.path.replace("BOOK", book?._id ?? "");
    if (path.includes("IMPORT")) {
      path = path.replace("IMPORT", await api.as(administrator).sendBooks("shelves.csv", SHELVES));
    }

    // Loaded in dark, because a mistake there is seen as a flash of light.
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(path);
    await settle(page);
    for (const colours of ["dark", "light"] as const) {
      await showIn(page, colours);
      await expectNoSidewaysScroll(page);
      if (colours === "light") await expectAccessible(page);
      else await expectLegible(page);
      await wholePicture(page, `${screen.name}-${testInfo.project.name}-${colours}`);
      const [wanted, name] = README[screen.name] ?? [];
      if (name !== undefined && wanted === colours && testInfo.project.name === "desktop") {
        await picture(page, name);
      }
    }
  });
}
