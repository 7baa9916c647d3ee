import type {
  AccessToken,
  AttentionReport,
  AuditLogEntry,
  Book,
  BookDetail,
  Borrowing,
  BorrowingsReport,
  CategoriesReport,
  Copy,
  EmailChange,
  Favorite,
  FinesReport,
  HoursReport,
  Library,
  Opinion,
  OverdueReport,
  OwnSession,
  Recommendation,
  Renewed,
  Review,
  Shape,
  SignedInUser,
  Stats,
  Summary,
  UserSummary,
  Webhook,
  WebhookDelivery,
} from "@/api/shapes.ts";
import { addDays } from "@/lib/dates.ts";
import { withRole } from "./role-fixtures.ts";

/** A student; a test sets the fields that it needs. */

export function aUser(parts: Partial<SignedInUser> = {}): SignedInUser {
  return {
    _id: "user-1",
    name: "Amara Okafor",
    email: "amara@students.example",
    ...withRole("student"),
    secondFactorNeeded: false,
    idleMinutes: null,
    patronCategory: null,
    studentId: "S-2024-0012",
    collegeName: null,
    department: null,
    currentSemester: null,
    currentSemesterCategory: null,
    class: null,
    homeroom: null,
    phone: null,
    address: null,
    language: null,
    isActive: true,
    createdAt: "2024-01-05T09:30:00.000Z",
    updatedAt: "2024-02-05T09:30:00.000Z",
    ...parts,
  };
}

export function anAdmin(parts: Partial<SignedInUser> = {}): SignedInUser {
  return aUser({
    _id: "admin-1",
    name: "Wen Li",
    email: "wen@library.example",
    ...withRole("admin"),
    studentId: null,
    ...parts,
  });
}

/** A person who works at the desk. */
export function anAssistant(parts: Partial<SignedInUser> = {}): SignedInUser {
  return aUser({
    _id: "assistant-1",
    name: "Tomás Rey",
    email: "tomas@library.example",
    ...withRole("assistant"),
    studentId: null,
    ...parts,
  });
}

export function aPerson(parts: Partial<UserSummary> = {}): UserSummary {
  const { permissions: _, secondFactorNeeded: __, idleMinutes: ___, ...user } = aUser();
  return {
    ...user,
    surname: (parts.name ?? user.name).split(" ").at(-1) ?? "",
    activeBorrowings: 2,
    overdueBorrowings: 1,
    balance: 1.5,
    hasSecondFactor: false,
    blockedAt: null,
    blockReason: null,
    termsAcceptedAt: "2024-01-02T08:00:00.000Z",
    termsChangedAt: null,
    ...parts,
  };
}

export function aBook(parts: Partial<Book> = {}): Book {
  return {
    _id: "book-1",
    title: "Dune",
    author: "Frank Herbert",
    category: "Science Fiction and Fantasy",
    coverImage: null,
    availableCopies: 2,
    totalCopies: 3,
    pages: 604,
    description: "A desert planet, and who rules it.",
    isbn: "9780441013593",
    publisher: "Ace",
    editionStatement: null,
    language: "English",
    publishedYear: 1965,
    borrowingPeriod: 14,
    itemType: null,
    borrowCount: 34,
    rating: { average: 4.4, count: 12 },
    isSemesterStudy: false,
    semesterCategories: [],
    createdAt: "2024-01-05T09:30:00.000Z",
    updatedAt: "2024-01-05T09:30:00.000Z",
    archivedAt: null,
    ...parts,
  };
}

export function aViewer(parts: Partial<Shape<"BookViewer">> = {}): Shape<"BookViewer"> {
  return {
    myBorrowing: null,
    dueOnIfBorrowedNow: "2024-03-15",
    refusals: [],
    isFavorite: false,
    ...parts,
  };
}

export function aBookDetail(parts: Partial<BookDetail> = {}): BookDetail {
  return {
    ...aBook(),
    places: [{ location: "Reading room", callNumber: "823.914 HER", available: 2, total: 3 }],
    nextDueDate: "2024-03-01T22:59:59.000Z",
    viewer: aViewer(),
    opinions: null,
    ...parts,
  };
}

export function aRecommendation(parts: Partial<Recommendation> = {}): Recommendation {
  return { ...aBook(), reason: { code: "same_author", subject: "Frank Herbert" }, ...parts };
}

/**
 * An open borrowing. The server sends the same time as `borrowedDate` and `borrowDate`; here they differ, so that a
 * test detects which one a screen shows.
 */
export function aBorrowing(parts: Partial<Borrowing> = {}): Borrowing {
  const { _id, title, author, coverImage, category } = aBook();
  return {
    _id: "borrowing-1",
    book: { _id, title, author, coverImage, category },
    user: { _id: "user-1", name: "Amara Okafor", email: "amara@students.example" },
    copy: { _id: "copy-1", barcode: "0000123" },
    status: "active",
    borrowedDate: "2024-01-05T13:45:00.000Z",
    borrowDate: "2024-01-04T13:45:00.000Z",
    dueDate: "2024-01-19T23:59:59.000Z",
    dueOn: "2024-01-19",
    returnedDate: null,
    renewals: 0,
    renewalsLeft: 2,
    renewedDate: null,
    fineAmount: 0,
    finePaid: true,
    fineOutstanding: 0,
    daysOverdue: 0,
    ...parts,
  };
}

/** A borrowing as the server returns it after a renewal. */
export function aRenewed(parts: Partial<Renewed> = {}): Renewed {
  return {
    ...aBorrowing({ dueOn: "2024-02-02", renewals: 1, renewalsLeft: 1 }),
    fineCharged: 0,
    ...parts,
  };
}

/** One borrowing of each status, each of a different book. */

export function someBorrowings(): Borrowing[] {
  const book = aBorrowing().book;
  return [
    aBorrowing({
      _id: "borrowing-2",
      book: { ...book, _id: "book-2", title: "Solaris", author: "Stanisław Lem" },
      status: "overdue",
      fineAmount: 1.25,
      finePaid: false,
      daysOverdue: 5,
    }),
    aBorrowing(),
    aBorrowing({
      _id: "borrowing-3",
      book: { ...book, _id: "book-3", title: "الأيام", author: "طه حسين" },
      status: "returned",
      returnedDate: "2024-01-25T10:00:00.000Z",
      fineAmount: 1.5,
      finePaid: false,
      fineOutstanding: 1.5,
    }),
  ];
}

export function aFavorite(parts: Partial<Favorite> = {}): Favorite {
  return { ...aBook(), addedAt: "2024-02-05T09:30:00.000Z", ...parts };
}

export function anOpinion(parts: Partial<Opinion> = {}): Opinion {
  return {
    average: 4.4,
    count: 12,
    mine: { stars: 4, review: "Read it in one night.", reviewHidden: false },
    mayRate: true,
    ...parts,
  };
}

export function aReview(parts: Partial<Review> = {}): Review {
  return {
    _id: "review-1",
    author: "Kwame Mensah",
    isMine: false,
    stars: 5,
    text: "Sand everywhere, and not a dull page.",
    hidden: false,
    createdAt: "2024-02-01T09:30:00.000Z",
    updatedAt: "2024-02-01T09:30:00.000Z",
    ...parts,
  };
}

export function aSummary(parts: Partial<Summary> = {}): Summary {
  return {
    open: 2,
    overdue: 1,
    returned: 1,
    finesOutstanding: 1.5,
    finesPaid: 0.75,
    favorites: 1,
    mostReadCategory: { name: "Science Fiction and Fantasy", count: 3 },
    memberSince: "2024-01-05T09:30:00.000Z",
    ...parts,
  };
}

export function aCopy(parts: Partial<Copy> = {}): Copy {
  return {
    _id: "copy-1",
    barcode: "0000123",
    state: "available",
    location: "Reading room",
    callNumber: "823.914 HER",
    condition: "good",
    itemType: null,
    createdAt: "2024-01-05T09:30:00.000Z",
    borrower: null,
    dueOn: null,
    ...parts,
  };
}

export function someStats(parts: Partial<Stats> = {}): Stats {
  return {
    totalUsers: 64,
    totalBooks: 1204,
    totalBorrowings: 3150,
    overdueBooks: 12,
    mostBorrowedBooks: [{ count: 31, book: aBorrowing().book }],
    recentBorrowings: someBorrowings(),
    ...parts,
  };
}

/** The administrators' reports, each with a few values. */

export function someReports(): {
  borrowings: BorrowingsReport;
  categories: CategoriesReport;
  hours: HoursReport;
  overdue: OverdueReport;
  fines: FinesReport;
  attention: AttentionReport;
} {
  const days = { from: "2026-10-23", to: "2026-11-21", timeZone: "Europe/Berlin" };
  const counts = Array.from({ length: 30 }, (_, place) => ({
    on: addDays(days.from, place),
    borrowed: place === 29 ? 3 : 0,
    before: place === 0 ? 2 : 0,
  }));
  const closed = Array.from({ length: 24 }, () => 0);
  return {
    borrowings: {
      days,
      total: 3,
      before: { from: "2026-09-23", to: "2026-10-22", total: 2 },
      counts,
    },
    categories: {
      days,
      total: 3,
      categories: [
        { category: "Fiction", borrowed: 2 },
        { category: "History", borrowed: 1 },
      ],
    },
    hours: {
      days,
      total: 3,
      weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        weekday,
        hours: closed.map((none, hour) => {
          if (weekday === 2 && hour === 23) return 2;
          return weekday === 5 && hour === 9 ? 1 : none;
        }),
      })),
    },
    overdue: {
      on: days.to,
      timeZone: days.timeZone,
      total: 6,
      ages: [
        { fromDays: 1, toDays: 7, borrowings: 2 },
        { fromDays: 8, toDays: 14, borrowings: 0 },
        { fromDays: 15, toDays: 30, borrowings: 1 },
        { fromDays: 31, toDays: 90, borrowings: 2 },
        { fromDays: 91, toDays: null, borrowings: 1 },
      ],
    },
    fines: {
      days,
      charged: 12.5,
      collected: 3.25,
      waived: 1,
      months: [
        { month: "2026-10", charged: 10, collected: 3.25, waived: 0 },
        { month: "2026-11", charged: 2.5, collected: 0, waived: 1 },
      ],
    },
    attention: {
      on: days.to,
      overdue: {
        moreThanDays: 14,
        total: 7,
        entries: someBorrowings().filter(({ status }) => status === "overdue"),
      },
      withoutCopies: { total: 1, entries: [aBook({ title: "No copy yet" })] },
      blocked: { total: 0, entries: [] },
    },
  };
}

export function aLibrary(parts: Partial<Library> = {}): Library {
  return {
    name: "Library Management System",
    timeZone: "UTC",
    currency: "USD",
    language: "en",
    loanDays: 14,
    contact: { email: "desk@library.example", phone: "+15550100", address: "1 Reading Lane" },
    registrationOpen: true,
    openCatalogue: false,
    confirmsAddresses: false,
    passwordRules: { leastLength: 6, passphraseLength: null },
    coversFromOtherSites: false,
    retention: {
      borrowingDays: null,
      auditDays: 1095,
      sessionHours: 12,
      rememberedSessionDays: 30,
    },
    isSetUp: true,
    sendsMail: true,
    demo: null,
    version: "1.0.0",
    ...parts,
  };
}

export function aSession(parts: Partial<OwnSession> = {}): OwnSession {
  return {
    _id: "session-1",
    browser: "Firefox",
    system: "Linux",
    createdAt: "2024-01-05T09:30:00.000Z",
    lastUsedAt: "2024-01-05T10:30:00.000Z",
    expiresAt: "2024-02-05T09:30:00.000Z",
    isCurrent: true,
    ...parts,
  };
}

/** The current session, one on a phone, and one of an unknown program. */

export function someSessions(): OwnSession[] {
  return [
    aSession({ _id: "session-2", browser: "Safari", system: "iPhone", isCurrent: false }),
    aSession(),
    aSession({ _id: "session-3", browser: null, system: null, isCurrent: false }),
  ];
}

export function anEmailChange(parts: Partial<EmailChange> = {}): EmailChange {
  return {
    _id: "email_change_1",
    from: "amara@students.example",
    to: "amara.okafor@students.example",
    requestedAt: "2024-02-05T09:00:00.000Z",
    changedAt: null,
    expiresAt: "2024-02-06T09:00:00.000Z",
    byStaff: false,
    ...parts,
  };
}

/** A pending change of the address, and two notices of earlier ones. */
export function someEmailChanges(): EmailChange[] {
  const changedAt = "2024-02-03T09:00:00.000Z";
  return [
    anEmailChange(),
    anEmailChange({ _id: "email_change_2", changedAt }),
    anEmailChange({ _id: "email_change_3", changedAt, byStaff: true }),
  ];
}

export const DEMO: NonNullable<Library["demo"]> = {
  admin: { email: "admin@library.example", password: "Admin123!" },
  student: { email: "student@library.example", password: "Student123!" },
};

/** Explained values: one from a rule, and one default. */

/** An access token of the person. */

export function anAccessToken(parts: Partial<AccessToken> = {}): AccessToken {
  return {
    _id: "token-1",
    name: "Nightly export",
    scopes: ["catalogue:read", "borrowings:read"],
    createdAt: "2024-01-05T09:00:00.000Z",
    expiresAt: "2024-04-04T09:00:00.000Z",
    lastUsedAt: "2024-02-05T09:00:00.000Z",
    ...parts,
  };
}

/** A small OpenAPI document. */

/** An entry of the audit log. */
export function anAuditEntry(parts: Partial<AuditLogEntry> = {}): AuditLogEntry {
  return {
    _id: "audit_entry_1",
    at: "2024-01-05T13:45:00.000Z",
    actor: { _id: "user_2", name: "Grace Hopper" },
    action: "user.changed",
    subject: "user_1",
    user: { _id: "user_1", name: "Amara Okafor" },
    book: null,
    before: { department: null, phone: "+4912345" },
    after: { department: "History", phone: null },
    requestId: "5f0c",
    ...parts,
  };
}

/** Entries of every kind: about a book, without an actor, with many values, about an account that does not exist. */
export function someAuditEntries(): AuditLogEntry[] {
  const book = { _id: "book_1", title: "Dune" };
  return [
    anAuditEntry(),
    anAuditEntry({
      _id: "audit_entry_2",
      action: "borrowing.opened",
      subject: "borrowing_9",
      book,
      before: null,
      after: { bookId: "book_1", userId: "user_1", barcode: "C001", dueOn: "2024-01-19" },
    }),
    anAuditEntry({
      _id: "audit_entry_3",
      action: "fine.waived",
      subject: "borrowing_9",
      book,
      before: { owedMinor: 250 },
      after: { amountMinor: 125, note: "The first time", hidden: true, stars: 4 },
    }),
    anAuditEntry({
      _id: "audit_entry_4",
      action: "sign_in.failed",
      subject: "sign_in",
      actor: null,
      user: null,
      before: null,
      after: { address: "192.0.2.7", times: 10 },
    }),
    anAuditEntry({
      _id: "audit_entry_5",
      action: "settings.changed",
      subject: "settings.mail",
      user: null,
      before: null,
      after: null,
    }),
  ];
}

export function aDocument() {
  return {
    openapi: "3.1.0",
    info: { title: "Carrel", version: "0.1.0" },
    tags: [{ name: "borrowings", description: "Lending and taking back" }],
    paths: {
      "/api/borrowings/{bookId}": {
        post: {
          operationId: "borrow_book",
          summary: "Borrows a book",
          tags: ["borrowings"],
          parameters: [
            { name: "bookId", in: "path", required: true, schema: { type: "string" } },
            { name: "Idempotency-Key", in: "header", description: "A key of your own." },
          ],
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["note"],
                  properties: { note: { type: "string", description: "What to say." } },
                },
              },
            },
          },
          responses: { "201": { description: "What was made" } },
          security: [{ session: [] }],
        },
      },
    },
  };
}

/** A webhook for events of borrowings. */

export function aWebhook(parts: Partial<Webhook> = {}): Webhook {
  return {
    _id: "webhook-1",
    address: "https://hooks.example.org/carrel",
    events: ["borrowing.created", "borrowing.returned"],
    isActive: true,
    createdAt: "2024-01-05T09:00:00.000Z",
    updatedAt: "2024-01-05T09:00:00.000Z",
    ...parts,
  };
}

/** A delivery that failed and will not be tried again. */

export function aDelivery(parts: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    _id: "delivery-1",
    event: "borrowing.created",
    state: "given_up",
    attempts: 17,
    createdAt: "2024-01-05T09:00:00.000Z",
    lastAt: "2024-01-06T09:00:00.000Z",
    lastStatus: 503,
    lastError: "The response was not a success",
    nextAt: null,
    ...parts,
  };
}
