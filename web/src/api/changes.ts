import { onlineManager, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { accountKeys } from "./keys/account.ts";
import { bookKeys, opinionKeys } from "./keys/books.ts";
import { libraryKeys } from "./keys/library.ts";
import { borrowingKeys, favoriteKeys, savedSearchKeys } from "./keys/person.ts";
import {
  auditKeys,
  bulkEditKeys,
  importKeys,
  labelKeys,
  managedBookKeys,
  reportKeys,
  roleKeys,
  settingsKeys,
  userKeys,
  webhookKeys,
} from "./keys/staff.ts";

/** Queries that contain books with their number of available copies. */
const BOOKS = [bookKeys.all, managedBookKeys.all, favoriteKeys.all];
/** Queries that count or list borrowings. */
const BORROWINGS = [
  borrowingKeys.all,
  reportKeys.stats,
  reportKeys.mostBorrowed,
  reportKeys.recentBorrowings,
  reportKeys.all,
];

/**
 * The queries that become stale after a change, by its kind; keys are prefixes. The forms of the settings are not here:
 * they keep their initial values and version.
 */
const STALE = {
  /** A borrowing began, ended or was renewed, or its fine was paid or waived; also when one of these was undone. */
  loan: [...BOOKS, ...BORROWINGS, opinionKeys.all, userKeys.all, auditKeys.all],
  /** A book or its copies. */
  book: [...BOOKS, ...BORROWINGS, opinionKeys.all, auditKeys.all],
  /** A person with an account. Lists of borrowings and reviews contain names. */
  user: [userKeys.all, ...BORROWINGS, opinionKeys.all, bookKeys.all, roleKeys.all, auditKeys.all],
  /** The signed-in person's own details. Recommendations depend on the person's studies. */
  profile: [accountKeys.emailChanges, bookKeys.recommendations, userKeys.all, auditKeys.all],
  emailChange: [accountKeys.emailChanges],
  session: [accountKeys.sessions],
  secondFactor: [accountKeys.secondFactors, userKeys.all],
  accessToken: [accountKeys.accessTokens],
  /** The book itself is changed in the cache at once. */
  favorite: [favoriteKeys.all, borrowingKeys.summary],
  savedSearch: [savedSearchKeys.all],
  /** A rating or a review, or whether a review is hidden. */
  rating: [opinionKeys.all, bookKeys.all, borrowingKeys.histories, auditKeys.all],
  role: [roleKeys.all, userKeys.all, auditKeys.all],
  /** Rules, time zone and currency change due dates, states and amounts everywhere. */
  settings: [
    libraryKeys.details,
    libraryKeys.home,
    libraryKeys.pages,
    ...BOOKS,
    ...BORROWINGS,
    opinionKeys.all,
    userKeys.all,
    auditKeys.all,
    settingsKeys.keptData,
    settingsKeys.explanations,
  ],
  /** Whether the library sends mail is a detail of the library. */
  mail: [libraryKeys.details, auditKeys.all],
  webhook: [webhookKeys.all, auditKeys.all],
  /** The state of a bulk edit. The books that it changes are followed by open screens. */
  bulkEdit: [bulkEditKeys.all, auditKeys.all],
  /** The books and the headings after a bulk edit of this person. */
  edited: [managedBookKeys.all],
  /** Which books may be the same. */
  duplicates: [managedBookKeys.all, auditKeys.all],
  /** The state of an import. The books that it changes are followed by open screens. */
  import: [importKeys.all, auditKeys.all],
  /** A source of book data was only asked. */
  trial: [],
  labelSheets: [labelKeys.sheets, auditKeys.all],
} as const satisfies Record<string, readonly QueryKey[]>;

/** A kind of change. */
export type Change = keyof typeof STALE;

/** Queries about deleted entities. */
const ended = new WeakSet<Query>();

/**
 * Marks queries whose entity the server has deleted. A screen that is about to close may still show them, so changes do
 * not fetch them again; the next screen does.
 *
 * @param keys prefixes
 */
export function endQueries(client: QueryClient, ...keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    for (const query of client.getQueryCache().findAll({ queryKey })) {
      ended.add(query);
      query.invalidate();
      if (!query.isActive()) client.getQueryCache().remove(query);
    }
  }
}

/** The data that open screens keep up to date (`live/`). */
const FOLLOWED: readonly QueryKey[] = [
  ...BOOKS,
  ...BORROWINGS,
  opinionKeys.all,
  userKeys.all,
  roleKeys.all,
];

/** Whether an open screen keeps the data of a query up to date. */
export function areFollowed(key: QueryKey): boolean {
  return FOLLOWED.some((prefix) => prefix.every((part, index) => key[index] === part));
}

const ownChangeListeners = new Set<() => void>();

/** Calls back before and after the screens fetch a change that the person made. @returns a function that stops it */
export function onOwnChange(listener: () => void): () => void {
  ownChangeListeners.add(listener);
  return () => ownChangeListeners.delete(listener);
}

/**
 * Invalidates the queries that become stale after the person's changes of these kinds. Queries on screen are fetched
 * again, if necessary once the connection is back.
 *
 * @returns resolves when they are fetched
 */
export async function changed(client: QueryClient, ...kinds: readonly Change[]): Promise<void> {
  const callBack = () => {
    for (const listener of ownChangeListeners) listener();
  };
  callBack();
  await changedElsewhere(client, kinds);
  // On a slow connection, the data arrive long after the first call.
  callBack();
}

/** Does the same for changes by other people or in other tabs. */
export async function changedElsewhere(
  client: QueryClient,
  kinds: Iterable<Change>,
): Promise<void> {
  const refetchType = onlineManager.isOnline() ? "active" : "none";
  const keys = new Set<QueryKey>([...kinds].flatMap((kind): readonly QueryKey[] => STALE[kind]));
  await Promise.all(
    [...keys].map((queryKey) =>
      client.invalidateQueries({ queryKey, refetchType, predicate: (query) => !ended.has(query) }),
    ),
  );
}

/**
 * Invalidates queries that contain these books, or any book for null, after changes by other people. Loans are among
 * these changes and are frequent, so lists without the book are not fetched again.
 *
 * @returns resolves when the queries on screen are fetched
 */
export async function booksChanged(
  client: QueryClient,
  ids: ReadonlySet<string> | null,
): Promise<void> {
  const refetchType = onlineManager.isOnline() ? "active" : "none";
  const predicate = (query: Query) =>
    !ended.has(query) &&
    (ids === null || mentions(query.queryKey, ids) || mentions(query.state.data, ids));
  await Promise.all(
    [...BOOKS, opinionKeys.all].map((queryKey) =>
      client.invalidateQueries({ queryKey, refetchType, predicate }),
    ),
  );
}

/** Whether a value contains one of these ids, at any depth. */
function mentions(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value === "string") return ids.has(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => mentions(part, ids));
}
