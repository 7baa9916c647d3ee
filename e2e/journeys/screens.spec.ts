import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";
import {
  expectAccessible,
  expectLegible,
  expectNoSidewaysScroll,
  picture,
  settle,
  wholePicture,
} from "../src/looks.ts";

interface Screen {
  name: string;
  /** Path and query; `BOOK` stands for an id that only the running library knows. */
  path: string;
  as: "visitor" | "student" | "administrator";
  /** The expected error status of the screen's own request. */
  status?: number;
}

const SCREENS: Screen[] = [
  { name: "home", path: "/", as: "visitor" },
  { name: "login", path: "/login", as: "visitor" },
  { name: "register", path: "/register", as: "visitor" },
  { name: "forgot-password", path: "/forgot-password", as: "visitor" },
  { name: "reset-password", path: "/reset-password#token=any", as: "visitor" },
  { name: "confirm-registration", path: "/confirm-registration#token=any", as: "visitor" },
  { name: "confirm-email", path: "/confirm-email#token=any", as: "visitor" },
  { name: "confirm-email-signed-in", path: "/confirm-email#token=any", as: "student" },
  { name: "undo-email-change", path: "/undo-email-change#token=any", as: "visitor" },
  { name: "about", path: "/about", as: "visitor" },
  { name: "contact", path: "/contact", as: "visitor" },
  { name: "help", path: "/help", as: "student" },
  { name: "not-found", path: "/nowhere", as: "visitor", status: 404 },
  { name: "home-signed-in", path: "/?view=site", as: "student" },
  { name: "dashboard", path: "/dashboard", as: "student" },
  { name: "books", path: "/books", as: "student" },
  { name: "books-found", path: "/books?search=history&sort=relevance", as: "student" },
  { name: "books-nothing-found", path: "/books?search=qqqqzzzzxxxx", as: "student" },
  { name: "book", path: "/books/BOOK", as: "student" },
  { name: "book-unknown", path: "/books/nosuchbook", as: "student", status: 404 },
  { name: "my-borrowings", path: "/my-borrowings", as: "student" },
  { name: "my-history", path: "/my-history", as: "student" },
  { name: "favorites", path: "/favorites", as: "student" },
  { name: "profile", path: "/profile", as: "student" },
  { name: "dashboard-of-administrator", path: "/dashboard", as: "administrator" },
  { name: "admin-dashboard", path: "/admin", as: "administrator" },
  { name: "manage-books", path: "/admin/books", as: "administrator" },
  { name: "manage-users", path: "/admin/users", as: "administrator" },
  { name: "settings", path: "/admin/settings", as: "administrator" },
  ...[
    "library",
    "opening-days",
    "rules",
    "kinds",
    "home",
    "pages",
    "registration",
    "security",
    "roles",
    "privacy",
  ].map((section) => ({
    name: `settings-${section}`,
    path: `/admin/settings/${section}`,
    as: "administrator" as const,
  })),
  { name: "manage-borrowings", path: "/admin/borrowings", as: "administrator" },
  { name: "audit-log", path: "/admin/audit", as: "administrator" },
  {
    name: "audit-log-filtered",
    path: "/admin/audit?book=BOOK&action=borrowing.opened",
    as: "administrator",
  },
  { name: "audit-log-empty", path: "/admin/audit?to=2000-01-01", as: "administrator" },
  { name: "mail", path: "/admin/settings/mail", as: "administrator" },
  {
    name: "manage-borrowings-overdue",
    path: "/admin/borrowings?status=overdue",
    as: "administrator",
  },
];

/** The pictures of README.md: by screen, in which colours, under which name. */
const README: Record<string, readonly ["light" | "dark", string]> = {
  home: ["light", "home"],
  dashboard: ["light", "dashboard"],
  books: ["light", "books"],
  book: ["light", "book"],
  "admin-dashboard": ["light", "admin"],
  "manage-books": ["dark", "manage-books-dark"],
};

// The longest file by far: its tests are shared out among the workers, each of which has a library of its own.
test.describe.configure({ mode: "parallel" });

for (const screen of SCREENS) {
  test(`${screen.name} passes the checks of accessibility and layout in light and dark`, async ({
    page,
    api,
    administrator,
    enterAs,
    complaints,
  }, testInfo) => {
    if (screen.status !== undefined) complaints.expectStatus(screen.status);
    if (screen.as === "student") await enterAs(await api.signInToDemo("student"));
    if (screen.as === "administrator") await enterAs(administrator);
    const [book] = await api.as(administrator).get<Book[]>("/books/popular?limit=1");
    expect(book).toBeDefined();

    for (const colours of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: colours });
      // Reloaded, because the colours of an open page change in a transition.
      if (colours === "light") await page.goto(screen.path.replace("BOOK", book?._id ?? ""));
      else await page.reload();
      await settle(page);
      await expect(page.locator("html")).toHaveAttribute("data-theme", colours);
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
