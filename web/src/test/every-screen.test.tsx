import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { delay, http } from "msw";
import { matchPath } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PAGE_NAMES } from "@/api/queries/pages.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import { texts as forAccounts } from "@/lib/i18n/en/accounts.ts";
import { texts as forApiDocs } from "@/lib/i18n/en/api-docs.ts";
import { texts as forHome } from "@/lib/i18n/en/home.ts";
import { en } from "@/lib/i18n/en/index.ts";
import { texts as forPages } from "@/lib/i18n/en/pages.ts";
import { texts as forSetup } from "@/lib/i18n/en/setup.ts";
import { english, loadPageTexts } from "@/lib/i18n/index.ts";
import { LANGUAGES, PSEUDO_ARABIC } from "@/lib/i18n/languages.ts";
import { pageLanguage, showLanguage } from "@/lib/i18n/page-language.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { languageNames } from "@/lib/language-names.ts";
import { type Inline, parseMarks } from "@/lib/marks.ts";
import { ALL_SCREENS, examplesOf } from "@/lib/screens/all-screens.ts";
import type { Viewer } from "@/lib/screens/declaration.ts";
import { standardPage } from "@/lib/standard-pages.ts";
import { WEEKDAYS } from "@/lib/weekdays.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { initialsOf } from "@/ui/avatar.tsx";
import { anAccessToken, someEmailChanges, someSessions } from "./fixtures/accounts.ts";
import { aDocument } from "./fixtures/api-document.ts";
import { someAuditEntries } from "./fixtures/audit.ts";
import {
  aBook,
  aBookDetail,
  aCopy,
  aFavorite,
  aMarcRecord,
  anOpinion,
  aRecommendation,
  aReview,
  aSavedSearch,
  fullDetails,
} from "./fixtures/books.ts";
import { aSummary, someBorrowings } from "./fixtures/borrowings.ts";
import { aBulkEdit } from "./fixtures/bulk-edits.ts";
import { aDuplicateGroup, aMerge, aMergePreview } from "./fixtures/duplicates.ts";
import { aHeading } from "./fixtures/headings.ts";
import { aDuplicate, anImport, aRejectedRecord } from "./fixtures/imports.ts";
import { someSheets } from "./fixtures/labels.ts";
import { aLibrary, DEMO } from "./fixtures/library.ts";
import { anAdmin, anAssistant, aPerson, aUser } from "./fixtures/people.ts";
import { someReports, someStats } from "./fixtures/reports.ts";
import { someRoles } from "./fixtures/roles.ts";
import { someKinds, someMail, theLibraryRules } from "./fixtures/settings.ts";
import { aDelivery, aWebhook } from "./fixtures/webhooks.ts";
import { pseudoFormat, textsIn, untranslatedTexts, withoutTranslated } from "./pseudo-language.ts";
import { renderApp, screenPaths } from "./render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "./server.ts";

const student = aUser({ currentSemesterCategory: "Physics", phone: "+4915112345678" });
const admin = anAdmin();
const assistant = anAssistant();

const VIEWERS: Record<Viewer, SignedInUser | null> = {
  visitor: null,
  student,
  assistant,
  administrator: admin,
};

/** The examples of every declared screen. */
const SCREENS: [path: string, user: SignedInUser | null][] = ALL_SCREENS.flatMap((declared) =>
  examplesOf(declared, { book: "book-1", user: "user-1", import: "import-1" }).map(
    ({ address, viewer }): [string, SignedInUser | null] => [address, VIEWERS[viewer]],
  ),
);

await Promise.all([showLanguage(PSEUDO_ARABIC), loadPageTexts()]);

// The app follows the browser.
beforeEach(() => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue([PSEUDO_ARABIC.code]);
});

/** The pseudo-language marks every text and mirrors every screen. */
const FORMAT = pseudoFormat(aLibrary().timeZone);

/** The parts into which marks split the translated texts of the standard pages. */
const PAGE_PARTS = PAGE_NAMES.flatMap((page) => {
  const t = pageLanguage().translate;
  return parseMarks(standardPage(page, aLibrary(), theLibraryRules(), { t, format: FORMAT }))
    .flatMap((block) =>
      block.kind === "list" ? block.items.flatMap(wordsOf) : wordsOf(block.parts),
    )
    .map(withoutTranslated);
});

function wordsOf(parts: readonly Inline[]): string[] {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : wordsOf(part.parts)));
}

/** A book with every detail, and another edition of it. */
const FULL_BOOK = aBookDetail({
  details: fullDetails(),
  editions: [aBook({ _id: "book-2", editionStatement: "Deluxe edition", publishedYear: 2019 })],
});

const SERVER_SAYS = "The shelves are being dusted.";

/** Data from the server or the address, which is not translated. */
const DATA = textsIn(
  student,
  admin,
  assistant,
  someRoles(),
  aPerson(),
  // Lists show the surname in bold.
  aPerson().name.split(" "),
  aBook(),
  FULL_BOOK,
  fullDetails().subjects.map(({ heading }) => shownHeading(heading)),
  // Roles without a translation begin with a capital letter on the page of a book, and hosts have no `www`.
  ["Sandrider", "example.org", "archive.example/dune"],
  aMarcRecord(),
  aBulkEdit(),
  aDuplicateGroup(),
  aMerge(),
  aMergePreview(),
  // The names of books' languages come from the browser.
  languageNames(PSEUDO_ARABIC.locale).shown(aBookDetail().language),
  aCopy(),
  someKinds(),
  aFavorite(),
  aReview(),
  aSavedSearch(),
  // Its words and filters.
  ["desert · Fiction"],
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
  anImport(),
  aRejectedRecord(),
  aDuplicate(),
  aHeading(),
  ["Sciense"],
  someSheets(),
  // The names of encodings and formats are the same in every language.
  ["utf-16le", "windows-1252", "windows-1250", "windows-1251", "windows-1254", "macintosh"],
  someAuditEntries(),
  ["hooks.example.org", "--webhook-hosts"],
  // The name of a service, and the versions of a protocol.
  ["Open Library", "SRU 1.1", "SRU 1.2", "SRU 2.0", "978-0-13-461099-3"],
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
  WEEKDAYS.map((weekday) => FORMAT.weekday(weekday, "long")),
  WEEKDAYS.map((weekday) => FORMAT.weekday(weekday, "short")),
  ["2026-10", "2026-11"].map((month) => FORMAT.month(month, false)),
  ["EUR", "USD"].map((code) => `${FORMAT.currencyName(code)} (${code})`),
  // Each language has its name in the language itself.
  LANGUAGES.map(({ name }) => name),
);

it("the scan finds the untranslated texts of a page", async () => {
  await renderApp("/login", { translate: english });
  await screen.findByRole("heading", { level: 1 });
  const found = untranslatedTexts(document.documentElement, DATA);
  for (const text of ["Welcome back", "Email", "Show password", "Sign In", "Theme: System"]) {
    expect(found).toContain(text);
  }
});

const facets = { category: [] };
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

/** The states of the server, except the session and the library. */
const STATES: Record<string, () => void> = {
  full: () =>
    server.use(
      http.get(api("/auth/email-changes"), () => answer(someEmailChanges())),
      http.get(api("/books/book-1"), () => answer({ ...FULL_BOOK })),
    ),
  empty: () =>
    server.use(
      http.get(api("/admin/webhooks"), () => answer({ webhooks: [], allowedHosts: [] })),
      http.get(api("/auth/tokens"), () => answer([])),
      http.get(api("/books"), () => page([], { facets, leftOut: [], didYouMean: null })),
      http.get(api("/books/categories"), () => answer([])),
      http.get(api("/books/popular"), () => answer([])),
      http.get(api("/books/recommendations"), () => answer([])),
      http.get(api("/books/:id"), () => failure(404, "book_not_found", SERVER_SAYS)),
      http.get(api("/books/:id/copies"), () => answer([])),
      http.get(api("/books/:id/rating"), () => failure(404, "book_not_found", "Book not found")),
      http.get(api("/books/:id/reviews"), () => failure(404, "book_not_found", "Book not found")),
      http.get(api("/favorites"), () => page([])),
      http.get(api("/favorites/ids"), () => answer([])),
      http.get(api("/saved-searches"), () => answer([])),
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
      http.get(api("/admin/books"), () => page([], { facets, leftOut: [], didYouMean: null })),
      http.get(api("/admin/users"), () => page([])),
      http.get(api("/bulk-edits"), () => page([])),
      http.get(api("/headings"), () => page([])),
      http.get(api("/duplicates"), () => page([])),
      http.get(api("/merges"), () => page([])),
      http.get(api("/duplicates/search"), () => answer({ underWay: null, last: null })),
      http.get(api("/imports"), () => page([])),
      http.get(api("/imports/:id"), () => answer(anImport({ rejected: 0, duplicates: 0 }))),
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
  await renderApp(path);
  // An open panel hides the screen behind it.
  await screen.findByRole("heading", { level: 1, hidden: true });
  if (state === "loading") return;
  // The code of an editor is fetched after that of its list.
  if (path.includes("edit=")) await screen.findByRole("dialog");
  await waitFor(() => {
    expect(document.querySelector(".animate-shimmer, [aria-busy=true]")).toBeNull();
  });
}

/** The header is the same in all states of a screen, so it is checked in one of them. A dialog is outside of the page. */
function partToCheck(state: string): Element {
  const main = document.querySelector("main");
  const isWhole = state === "full" || document.querySelector("[role=dialog]") !== null;
  return isWhole || main === null ? document.body : main;
}

/** The style of an element that is not shown. */
const NOT_SHOWN = document.createElement("p").style;
NOT_SHOWN.display = "none";

async function violations(part: Element): Promise<string[]> {
  // jsdom applies each rule of its style sheet to each element, more than a quarter of the time of these tests. Our style sheets
  // are not loaded, so elements are hidden by the attribute and by their own style alone.
  vi.spyOn(window, "getComputedStyle").mockImplementation((element) =>
    element.hasAttribute("hidden") ? NOT_SHOWN : (element as HTMLElement | SVGElement).style,
  );
  const results = await axe.run(part, {
    resultTypes: ["violations"],
    // jsdom has no layout; the journeys check colours in a real browser.
    rules: { "color-contrast": { enabled: false } },
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`),
  );
}

it("the examples of every screen lead to it", () => {
  const opened = SCREENS.map(([path]) => path.replace(/[?#].*/, ""));
  const missing = screenPaths().filter((path) => !opened.some((one) => matchPath(path, one)));
  expect(missing).toEqual(["/dev/kit"]);
});

describe("the screens for visitors", () => {
  // Screens of accounts, the home page, the pages and the set-up fetch their own texts.
  const firstLoad = translator(
    {
      ...en,
      ...forAccounts,
      ...forApiDocs,
      ...forHome,
      ...forPages,
      ...forSetup,
      common: { ...en.common, ...forHome.common },
    },
    "en",
  );

  it.each(SCREENS.filter(([, user]) => user === null).map(([path]) => path))(
    "%s need only the texts of the first load",
    async (path) => {
      const isSetUp = !path.startsWith("/setup");
      server.use(http.get(api("/library"), () => answer({ ...aLibrary(), isSetUp, demo: DEMO })));
      await renderApp(path, { translate: firstLoad });
      await screen.findByRole("heading", { level: 1 });
      // A missing text shows its key.
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
      // All failures have the same structure, so axe checks only one.
      if (state !== "failed without a word") {
        expect(await violations(partToCheck(state))).toEqual([]);
      }
    },
  );
});
