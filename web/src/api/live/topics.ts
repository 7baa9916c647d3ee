import type { QueryClient } from "@tanstack/react-query";
import { booksChanged, type Change, changedElsewhere } from "../changes.ts";
import type { Shape } from "../shapes.ts";

type Topic = Shape<"LiveTopic">;

/**
 * The kinds of changes of each topic. Books have a rule of their own, because everybody hears of every loan. The server
 * never announces favorites: they are private, and so not in the log that it reads.
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

/** Everything that may have changed while nobody listened. */
const ALL_KINDS = [...new Set(Object.values(KINDS).flat())];

/** The ids of what has changed of each topic; null for any of it. */
export type Digest = Map<Topic, Set<string> | null>;

/** Adds changes to a digest. Topics that a newer server has are left out. */
export function collect(digest: Digest, { changes }: Shape<"LiveChanges">): void {
  for (const { topic, ids } of changes) {
    if (topic !== "books" && !(topic in KINDS)) continue;
    const known = digest.get(topic);
    if (ids === null || known === null) digest.set(topic, null);
    else digest.set(topic, new Set([...(known ?? []), ...ids]));
  }
}

/** Fetches again what is on screen and out of date after these changes. */
export async function refresh(client: QueryClient, digest: Digest): Promise<void> {
  const { books, kinds } = plan(digest);
  await Promise.all([
    books === undefined ? undefined : booksChanged(client, books),
    changedElsewhere(client, kinds),
  ]);
}

/** Fetches again everything that is on screen. */
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
