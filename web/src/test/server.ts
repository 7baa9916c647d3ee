import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import type { FieldError, RefusalReason } from "@/api/errors.ts";
import type { Borrowing, Pagination, SignedInUser } from "@/api/shapes.ts";
import { anAccessToken, someSessions } from "./fixtures/accounts.ts";
import { aDocument } from "./fixtures/api-document.ts";
import { someAuditEntries } from "./fixtures/audit.ts";
import { aLookup, someBookDataSettings } from "./fixtures/book-data.ts";
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
  someCitations,
} from "./fixtures/books.ts";
import { aSummary, someBorrowings } from "./fixtures/borrowings.ts";
import { aBulkEdit } from "./fixtures/bulk-edits.ts";
import { aDuplicateGroup, aMerge, aMergePreview, someSearches } from "./fixtures/duplicates.ts";
import { aHeading } from "./fixtures/headings.ts";
import { aDuplicate, anImport, aRejectedRecord } from "./fixtures/imports.ts";
import { aPreview, someSheets } from "./fixtures/labels.ts";
import { aLibrary } from "./fixtures/library.ts";
import { aPerson } from "./fixtures/people.ts";
import { someReports, someStats } from "./fixtures/reports.ts";
import { someRoles } from "./fixtures/roles.ts";
import {
  aHome,
  someCatalogueSettings,
  someExplanations,
  someKeptData,
  someKinds,
  someLibrarySettings,
  someMail,
  somePrivacySettings,
  someRules,
  someSecuritySettings,
  theLibraryRules,
} from "./fixtures/settings.ts";
import { aDelivery, aWebhook } from "./fixtures/webhooks.ts";

/** A response in the server's envelope. */
export function answer(data: JsonBodyType, beside: Record<string, JsonBodyType> = {}) {
  return HttpResponse.json({ success: true, data, ...beside });
}

/** The only page of a list. */
export function page(data: JsonBodyType[], beside: Record<string, JsonBodyType> = {}) {
  const pagination: Pagination = { page: 1, limit: 20, total: data.length, pages: 1 };
  return answer(data, { pagination: { ...pagination }, ...beside });
}

/** Serves the lists of a person's borrowings, and of those with an unpaid fine. */
export function borrowingsOfPerson(borrowings: () => readonly Borrowing[]) {
  return http.get(api("/admin/borrowings/user/:id"), ({ request }) => {
    const isUnpaid = ({ status, fineOutstanding }: Borrowing) =>
      status === "returned" && fineOutstanding > 0;
    const ofUnpaid = new URL(request.url).searchParams.get("status") === "unpaid";
    const found = ofUnpaid ? borrowings().filter(isUnpaid) : borrowings();
    return page(found.map((borrowing) => ({ ...borrowing })));
  });
}

/** A failure in the server's format. */
export function failure(status: number, code: string, message: string, errors: FieldError[] = []) {
  return HttpResponse.json(
    { success: false, code, message, errors: errors.map((error) => ({ ...error })) },
    { status },
  );
}

/** A refusal in the server's format: its message and code are those of the first reason. */
export function refusal(reasons: RefusalReason[]) {
  const [{ code, message } = { code: "refused", message: "" }] = reasons;
  const refusals = reasons.map((reason) => ({ ...reason }));
  return HttpResponse.json({ success: false, code, message, refusals }, { status: 409 });
}

/** The URL pattern of a call, for handlers. */
export function api(path: string): string {
  return `http://localhost:8080/api${path}`;
}

const categories = [{ name: "Science Fiction and Fantasy", count: 12 }];
const facets = { category: categories.map(({ name, count }) => ({ value: name, count })) };
const totals = {
  borrowings: 3,
  returned: 1,
  finesBooked: 1.5,
  finesOutstanding: 1.5,
  years: [2024],
};

/** A library with some data, without a session. */
export const server = setupServer(
  http.get(api("/library"), () => answer(aLibrary())),
  http.get(api("/admin/classes"), () => answer([])),
  http.get(api("/admin/roles"), () => answer({ ...someRoles() })),
  http.get(api("/library/rules"), () => answer({ ...theLibraryRules() })),
  http.get(api("/home"), () => answer({ ...aHome() })),
  http.get(api("/pages/:name"), ({ params }) =>
    answer({ name: String(params.name), text: null, updatedAt: null }),
  ),
  http.post(api("/setup/check"), () => answer({ currencies: ["EUR", "USD"] })),
  http.get(api("/auth/me"), () => failure(401, "not_signed_in", "Please log in")),
  http.get(api("/auth/second-factors"), () =>
    answer({ authenticatorAddedAt: null, passkeys: [], recoveryCodesLeft: 0 }),
  ),
  http.get(api("/auth/tokens"), () => answer([anAccessToken()])),
  http.get(api("/label-sheets"), () => answer(someSheets())),
  http.post(api("/labels/preview"), () => answer(aPreview())),
  http.post(api("/library-cards/preview"), () => answer(aPreview({ labels: 1 }))),
  http.get(api("/bulk-edits"), () => page([aBulkEdit()])),
  http.get(api("/headings"), () => page([aHeading(), aHeading({ name: "Sciense", books: 2 })])),
  http.get(api("/duplicates"), () => page([aDuplicateGroup()])),
  http.get(api("/duplicates/search"), () => answer(someSearches())),
  http.get(api("/merges"), () => page([aMerge()])),
  http.post(api("/books/:id/merge/preview"), () => answer(aMergePreview())),
  http.get(api("/imports"), () => page([anImport()])),
  http.get(api("/imports/:id"), () => answer(anImport())),
  http.get(api("/imports/:id/records"), ({ request }) =>
    answer([
      new URL(request.url).searchParams.get("kind") === "duplicate"
        ? aDuplicate()
        : aRejectedRecord(),
    ]),
  ),
  http.get(api("/admin/webhooks"), () =>
    answer({ webhooks: [aWebhook()], allowedHosts: ["hooks.example.org"] }),
  ),
  http.get(api("/admin/webhooks/:id/deliveries"), () => page([aDelivery()])),
  http.get(api("/openapi.json"), () => HttpResponse.json(aDocument())),
  // Refuses the stream, so that it is not retried.
  http.get(api("/changes/stream"), () => new HttpResponse(null, { status: 204 })),
  http.get(api("/auth/logout"), () => answer(null)),
  http.get(api("/auth/sessions"), () => page(someSessions().map((session) => ({ ...session })))),
  http.get(api("/books"), () => page([aBook()], { facets, leftOut: [], didYouMean: null })),
  http.get(api("/books/categories"), () => answer(categories)),
  http.get(api("/books/popular"), () => answer([aBook()])),
  http.get(api("/books/recommendations"), () => answer([aRecommendation()])),
  http.get(api("/books/:id"), () => answer(aBookDetail())),
  http.get(api("/books/:id/citations"), () => answer(someCitations())),
  http.get(api("/books/:id/copies"), () => answer([aCopy()])),
  http.get(api("/books/:id/marc"), () => answer(aMarcRecord())),
  http.get(api("/copies"), () => page([{ ...aCopy(), book: aBook(), isOverdue: false }])),
  http.get(api("/copies/locations"), () => answer(["Reading room"])),
  http.get(api("/books/:id/rating"), () => answer(anOpinion())),
  http.get(api("/books/:id/reviews"), () => page([aReview()])),
  http.get(api("/favorites"), () => page([aFavorite()])),
  http.get(api("/favorites/ids"), () => answer(["book-1"])),
  http.get(api("/saved-searches"), () => answer([aSavedSearch()])),
  http.get(api("/borrowings"), () => page(someBorrowings())),
  http.get(api("/borrowings/my-borrowings"), () =>
    page(someBorrowings().filter(({ status }) => status !== "returned")),
  ),
  http.get(api("/borrowings/my-history"), () => page(someBorrowings(), { totals, ratings: [] })),
  http.get(api("/borrowings/my-summary"), () => answer(aSummary())),
  http.get(api("/borrowings/overdue"), () =>
    page(someBorrowings().filter(({ status }) => status === "overdue")),
  ),
  http.get(api("/admin/audit"), () => page(someAuditEntries().map((entry) => ({ ...entry })))),
  http.get(api("/admin/stats"), () => answer(someStats())),
  http.get(api("/admin/reports/:name"), ({ params }) => {
    const reports: Record<string, JsonBodyType> = { ...someReports() };
    return answer(reports[String(params.name)] ?? null);
  }),
  http.get(api("/admin/borrowings"), () => answer(someBorrowings())),
  http.get(api("/admin/borrowings/user/:id"), () => page(someBorrowings())),
  http.get(api("/admin/books"), () => page([aBook()], { facets, leftOut: [], didYouMean: null })),
  http.get(api("/admin/users"), () => page([aPerson()])),
  http.get(api("/admin/users/:id/receipts"), () => answer([])),
  http.get(api("/users/:id/charges"), () => page([])),
  http.get(api("/charges/my"), () => page([])),
  http.get(api("/admin/users/:id"), () => answer(aPerson())),
  http.get(api("/admin/settings/library"), () => answer(someLibrarySettings())),
  http.get(api("/admin/settings/mail"), () => answer({ ...someMail() })),
  http.get(api("/admin/settings/rules"), () => answer(someRules())),
  http.get(api("/admin/settings/rules/explanation"), () => answer(someExplanations())),
  http.get(api("/admin/settings/kinds"), () => answer(someKinds())),
  http.get(api("/admin/settings/opening-days"), () => {
    const { closedWeekdays, closures } = theLibraryRules();
    return answer({ closedWeekdays, closures, version: "opening-1" });
  }),
  http.get(api("/admin/settings/home"), () => {
    const { live: _live, ...home } = aHome({
      voices: "own",
      testimonials: [{ text: "I found it at once.", by: "A reader" }],
    });
    return answer({ ...home, version: "home-1" });
  }),
  http.get(api("/admin/settings/pages/:name"), ({ params }) =>
    answer({ name: String(params.name), text: null, version: "page-1" }),
  ),
  http.get(api("/admin/settings/registration"), () =>
    answer({ open: true, version: "registration-1" }),
  ),
  http.get(api("/auth/email-changes"), () => answer([])),
  http.get(api("/admin/settings/catalogue"), () => answer(someCatalogueSettings())),
  http.get(api("/admin/settings/book-data"), () => answer({ ...someBookDataSettings() })),
  http.get(api("/book-lookups"), () => answer({ ...aLookup() })),
  http.get(api("/admin/settings/security"), () => answer(someSecuritySettings())),
  http.get(api("/admin/settings/privacy"), () => answer(somePrivacySettings())),
  http.get(api("/admin/kept-data"), () => answer(someKeptData())),
);

/** Stores a token and makes the server accept it for this person. */
export function signedInAs(user: SignedInUser): void {
  localStorage.setItem("token", "a-good-token");
  server.use(http.get(api("/auth/me"), () => answer(user)));
}
