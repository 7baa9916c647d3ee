import type { QueryClient } from "@tanstack/react-query";
import { booksChanged, type Change, changedElsewhere } from "../changes.ts";
import type { Shape } from "../shapes.ts";

type Topic = Shape<"LiveTopic">;

/**
 * The kinds of changes of each topic. Books are handled separately, because every loan is reported to all browsers. The
 * server never reports favorites: they are private and not in the audit log that it reads.
 */
const KINDS: Readonly<Record<Exclude<Topic, "books">, readonly Change[]>> = {
  own_account: ["profile", "emailChange", "session", "secondFactor", "accessToken"],
  own_borrowings: ["loan"],
  own_favorites: ["favorite"],
  own_fines: ["loan"],
  borrowings: ["loan"],
  copies: ["book"],
  fines: ["loan"],
  people: ["user"],
  roles: ["role"],
  settings: ["settings"],
};

/** The kinds of changes that a tab without a stream may have missed. */
const ALL_KINDS = [...new Set(Object.values(KINDS).flat())];

/** The ids of the changed entities of each topic; null if any may have changed. */
export type Digest = Map<Topic, Set<string> | null>;

/** Adds changes to a digest. Unknown topics, from a newer server, are ignored. */
export function collect(digest: Digest, { changes }: Shape<"LiveChanges">): void {
  for (const { topic, ids } of changes) {
    if (topic !== "books" && !(topic in KINDS)) continue;
    const known = digest.get(topic);
    if (ids === null || known === null) digest.set(topic, null);
    else digest.set(topic, new Set([...(known ?? []), ...ids]));
  }
}

/** Fetches the data on screen again that is stale after these changes. */
export async function refresh(client: QueryClient, digest: Digest): Promise<void> {
  const { books, kinds } = plan(digest);
  await Promise.all([
    books === undefined ? undefined : booksChanged(client, books),
    changedElsewhere(client, kinds),
  ]);
}

/** Fetches all followed data on screen again. */
export async function refreshAll(client: QueryClient): Promise<void> {
  await changedElsewhere(client, ALL_KINDS);
}

function plan(digest: Digest) {
  const kinds = new Set<Change>();
  for (const topic of digest.keys()) {
    if (topic !== "books") for (const kind of KINDS[topic]) kinds.add(kind);
  }
  const books = digest.get("books");
  return { books, kinds };
}
