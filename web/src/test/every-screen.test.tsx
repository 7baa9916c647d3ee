import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { delay, http } from "msw";
import { matchPath } from "react-router";
import { describe, expect, it } from "vitest";
import { PAGE_NAMES } from "@/api/queries/pages.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import { monthName } from "@/features/admin-dashboard/charts/sentences.ts";
import { formatOf } from "@/lib/format-context.tsx";
import { forAccounts } from "@/lib/i18n/en/accounts.ts";
import { forApiDocs } from "@/lib/i18n/en/api-docs.ts";
import { forHome } from "@/lib/i18n/en/home.ts";
import { en } from "@/lib/i18n/en/index.ts";
import { forPages } from "@/lib/i18n/en/pages.ts";
import { forSetup } from "@/lib/i18n/en/setup.ts";
import { type Translate, translator } from "@/lib/i18n/translate.ts";
import { type Inline, parseMarks } from "@/lib/marks.ts";
import { standardPage } from "@/lib/standard-pages.ts";
import { WEEKDAYS, weekdayName } from "@/lib/weekdays.ts";
import { initialsOf } from "@/ui/avatar.tsx";
import {
  aBook,
  aBookDetail,
  aCopy,
  aDelivery,
  aDocument,
  aFavorite,
  aLibrary,
  anAccessToken,
  anAdmin,
  anAssistant,
  anOpinion,
  aPerson,
  aRecommendation,
  aReview,
  aSummary,
  aUser,
  aWebhook,
  DEMO,
  someAuditEntries,
  someBorrowings,
  someEmailChanges,
  someReports,
  someSessions,
  someStats,
} from "./fixtures.ts";
import { pseudo, textsIn, untranslatedTexts, withoutTranslated } from "./pseudo-language.ts";
import { renderApp, screenPaths } from "./render-app.tsx";
import { someRoles } from "./role-fixtures.ts";
import { answer, api, failure, page, server, signedInAs } from "./server.ts";
import { someKinds, someMail, theLibraryRules } from "./settings-fixtures.ts";

const student = aUser({ currentSemesterCategory: "Physics", phone: "+4915112345678" });
const admin = anAdmin();
const assistant = anAssistant();

const SCREENS: [path: string, user: SignedInUser | null][] = [
  ["/?view=site", null],
  ["/?view=site", student],
  ["/login", null],
  ["/register", null],
  ["/about", null],
  ["/contact", null],
  ["/privacy", student],
  ["/terms", null],
  ["/help", null],
  ["/setup", null],
  ["/setup#token", null],
  ["/setup?step=opening#token", null],
  ["/setup?step=administrator#token", null],
  ["/forgot-password", null],
  ["/reset-password", null],
  ["/reset-password#token=abc", null],
  ["/confirm-registration", null],
  ["/confirm-registration#token=abc", null],
  ["/confirm-email", null],
  ["/confirm-email#token=abc", null],
  ["/confirm-email#token=abc", student],
  ["/undo-email-change", null],
  ["/undo-email-change#token=abc", null],
  ["/api/docs", null],
  ["/api/docs?call=borrow_book", student],
  ["/nowhere", null],
  ["/nowhere", student],
  ["/dashboard", student],
  ["/dashboard", admin],
  ["/books", student],
  ["/books?search=dune&category=Fiction&sort=rating", student],
  ["/books/book-1", student],
  ["/my-borrowings", student],
  ["/my-history", student],
  ["/my-history?status=returned&year=2024", student],
  ["/favorites", student],
  ["/profile", student],
  ["/profile", admin],
  ["/admin", admin],
  ["/admin/books", admin],
  ["/admin/users", admin],
  ["/admin/users?user=user-1", admin],
  ["/admin/users?edit=new", admin],
  ["/admin/users?edit=import", admin],
  ["/admin/settings/mail", admin],
  ["/admin/borrowings", admin],
  ["/admin/borrowings?status=overdue", admin],
  ["/admin/audit", admin],
  ["/admin/audit?user=user_1&book=book_1&action=user.changed&from=2024-01-01", admin],
  ["/admin/settings", admin],
  ["/admin/settings/library", admin],
  ["/admin/settings/opening-days", admin],
  ["/admin/settings/rules", admin],
  ["/admin/settings/kinds", admin],
  ["/admin/settings/home", admin],
  ["/admin/settings/pages", admin],
  ["/admin/settings/pages?page=contact", admin],
  ["/admin/settings/registration", admin],
  ["/admin/settings/security", admin],
  ["/admin/settings/privacy", admin],
  ["/admin/settings/webhooks", admin],
  ["/admin/settings/roles", admin],
  ["/dashboard", assistant],
  ["/profile", assistant],
  ["/admin/users?user=user-1", assistant],
  ["/admin/borrowings", assistant],
];

/** The parts into which the marks of the standard pages cut their translated texts. */
const PAGE_PARTS = PAGE_NAMES.flatMap((page) => {
  const inPages = translator({ ...en, ...forPages }, "en");
  const t: Translate = (key, values) => `⟦${inPages(key, values)}⟧`;
  const format = formatOf(aLibrary().timeZone);
  return parseMarks(standardPage(page, aLibrary(), theLibraryRules(), { t, format }))
    .flatMap((block) =>
      block.kind === "list" ? block.items.flatMap(wordsOf) : wordsOf(block.parts),
    )
    .map(withoutTranslated);
});

function wordsOf(parts: readonly Inline[]): string[] {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : wordsOf(part.parts)));
}

const SERVER_SAYS = "The shelves are being dusted.";

/** Data from the server or the address, which is not translated. */
const DATA = textsIn(
  student,
  admin,
  assistant,
  someRoles(),
  aPerson(),
  aBook(),
  aBookDetail(),
  aCopy(),
  someKinds(),
  aFavorite(),
  aReview(),
  anOpinion(),
  aSummary(),
  aRecommendation(),
  aLibrary(),
  DEMO,
  someBorrowings(),
  someEmailChanges(),
  someSessions(),
  someMail(),
  someStats(),
  anAccessToken(),
  aWebhook(),
  aDelivery(),
  someAuditEntries(),
  ["hooks.example.org", "--webhook-hosts"],
  aDocument(),
  Object.keys(aDocument().paths),
  ["POST", "note", "borrow_book"],
  [student, admin, assistant].map(({ name }) => initialsOf(name)),
  ["dune", "Fiction", SERVER_SAYS],
  // The ISBN with its hyphens.
  ["978-0-441-01359-3"],
  theLibraryRules(),
  ["I found it at once.", "A reader"],
  PAGE_PARTS,
  someReports(),
  // Names from the browser, in the language of the dates.
  WEEKDAYS.map(weekdayName),
  WEEKDAYS.map((weekday) => weekdayName(weekday).slice(0, 3)),
  ["2026-10", "2026-11"].map((month) => monthName(month, false)),
  ["Euro (EUR)", "US Dollar (USD)"],
);

it("the scan for texts finds the untranslated texts of a page", async () => {
  await renderApp("/login");
  await screen.findByRole("heading", { level: 1 });
  const found = untranslatedTexts(document.documentElement, DATA);
  for (const text of ["Welcome back", "Email", "Show password", "Sign In", "Theme: System"]) {
    expect(found).toContain(text);
  }
});

const facets = { categories: [] };
const totals = { borrowings: 0, returned: 0, finesBooked: 0, finesOutstanding: 0, years: [] };
const nothingYet = {
  ...aSummary(),
  open: 0,
  overdue: 0,
  returned: 0,
  finesOutstanding: 0,
  finesPaid: 0,
  favorites: 0,
  mostReadCategory: null,
};
const none = { totalUsers: 0, totalBooks: 0, totalBorrowings: 0, overdueBooks: 0 };

/** The states of the server, apart from the session and the library. */
const STATES: Record<string, () => void> = {
  full: () => server.use(http.get(api("/auth/email-changes"), () => answer(someEmailChanges()))),
  empty: () =>
    server.use(
      http.get(api("/admin/webhooks"), () => answer({ webhooks: [], allowedHosts: [] })),
      http.get(api("/auth/tokens"), () => answer([])),
      http.get(api("/books"), () => page([], { facets, suggestion: null })),
      http.get(api("/books/categories"), () => answer([])),
      http.get(api("/books/popular"), () => answer([])),
      http.get(api("/books/recommendations"), () => answer([])),
      http.get(api("/books/:id"), () => failure(404, "book_not_found", "Book not found")),
      http.get(api("/books/:id/copies"), () => answer([])),
      http.get(api("/books/:id/rating"), () => failure(404, "book_not_found", "Book not found")),
      http.get(api("/books/:id/reviews"), () => failure(404, "book_not_found", "Book not found")),
      http.get(api("/favorites"), () => page([])),
      http.get(api("/favorites/ids"), () => answer([])),
      http.get(api("/borrowings"), () => page([])),
      http.get(api("/borrowings/my-borrowings"), () => page([])),
      http.get(api("/borrowings/my-history"), () => page([], { totals, ratings: [] })),
      http.get(api("/borrowings/my-summary"), () => answer(nothingYet)),
      http.get(api("/borrowings/overdue"), () => page([])),
      http.get(api("/admin/stats"), () =>
        answer({ ...none, mostBorrowedBooks: [], recentBorrowings: [] }),
      ),
      http.get(api("/admin/borrowings"), () => answer([])),
      http.get(api("/admin/borrowings/user/:id"), () => page([])),
      http.get(api("/admin/books"), () => page([], { facets, suggestion: null })),
      http.get(api("/admin/users"), () => page([])),
      http.get(api("/admin/audit"), () => page([])),
      http.get(api("/admin/settings/mail"), () =>
        answer({ settings: null, queue: { waiting: 0, givenUp: 0, problem: null } }),
      ),
    ),
  failed: () => server.use(http.get(api("/*"), () => failure(422, "dusty", SERVER_SAYS))),
  "failed without a word": () => server.use(http.get(api("/*"), () => failure(422, "dusty", ""))),
  loading: () => server.use(http.get(api("/*"), () => delay("infinite"))),
};

/** Opens a screen in a state, and waits until everything is loaded. */
async function look(path: string, user: SignedInUser | null, state: string): Promise<void> {
  STATES[state]?.();
  const isSetUp = !path.startsWith("/setup");
  server.use(http.get(api("/library"), () => answer({ ...aLibrary(), isSetUp, demo: DEMO })));
  if (user) signedInAs(user);
  await renderApp(path, { translate: pseudo });
  // A panel that is open hides the screen behind it.
  await screen.findByRole("heading", { level: 1, hidden: true });
  if (state === "loading") return;
  await waitFor(() => {
    expect(document.querySelector(".animate-shimmer, [aria-busy=true]")).toBeNull();
  });
}

async function violations(): Promise<string[]> {
  const results = await axe.run(document.body, {
    // There is no layout here; the journeys look at colours in the real browser.
    rules: { "color-contrast": { enabled: false } },
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`),
  );
}

it("the table lists every screen", () => {
  const opened = SCREENS.map(([path]) => path.replace(/[?#].*/, ""));
  const missing = screenPaths().filter((path) => !opened.some((one) => matchPath(path, one)));
  expect(missing).toEqual(["/dev/kit"]);
});

describe("the screens for visitors", () => {
  // The screens of accounts, the home page, the pages and the set-up bring their own texts along.
  const firstLoad = translator(
    { ...en, ...forAccounts, ...forApiDocs, ...forHome, ...forPages, ...forSetup },
    "en",
  );

  it.each(SCREENS.filter(([, user]) => user === null).map(([path]) => path))(
    "%s need only the texts of the first load",
    async (path) => {
      const isSetUp = !path.startsWith("/setup");
      server.use(http.get(api("/library"), () => answer({ ...aLibrary(), isSetUp, demo: DEMO })));
      await renderApp(path, { translate: firstLoad });
      await screen.findByRole("heading", { level: 1 });
      // A text that is missing shows its key.
      expect(document.body.textContent).not.toMatch(/\b[a-z]\w+\.[a-z]\w+[A-Z.]\w+/);
    },
  );
});

describe.each(Object.keys(STATES))("every screen, %s", (state) => {
  it.each(
    SCREENS.map(
      ([path, user]) => [path, user?.staffRole?.code ?? user?.role ?? "visitor", user] as const,
    ),
  )(
    "%s for a %s has all texts from the language file, and no violation found by axe",
    async (path, _role, user) => {
      await look(path, user, state);
      expect(untranslatedTexts(document.documentElement, DATA)).toEqual([]);
      // All failures look the same to axe.
      if (state !== "failed without a word") expect(await violations()).toEqual([]);
    },
  );
});
