import type { BookDetails, Shape } from "@/api/shapes.ts";
import { pathTo } from "@/lib/screens/path.ts";

export type IdentifierKind = Shape<"IdentifierKind">;

/** Entries by a part of them, in the order in which each part occurs first. */
function grouped<K, T>(entries: readonly T[], keyOf: (entry: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups];
}

/** The role of a contributor without one. */
const AUTHOR = "author";

/** The names of the contributors by their role. */
export function namesByRole({ contributors }: Pick<BookDetails, "contributors">) {
  return grouped(contributors, ({ role }) => role || AUTHOR).map(
    ([role, people]) => [role, people.map(({ name }) => name)] as const,
  );
}

/** The identifiers by their kind. */
export function numbersByKind({ identifiers }: Pick<BookDetails, "identifiers">) {
  return grouped(identifiers, ({ kind }) => kind).map(
    ([kind, group]) => [kind, group.map(({ value }) => value)] as const,
  );
}

/** The address of the books of a contributor. The facet of authors has no other roles. */
export function booksOf(name: string, role: string): string {
  return role === AUTHOR
    ? pathTo("/books", { author: name })
    : pathTo("/books", { search: `author:${phrase(name)}` });
}

/** The address of the books with a subject. */
export function booksAbout(heading: string): string {
  return pathTo("/books", { subject: heading });
}

/** The address of the books of a series. */
export function booksInSeries(title: string): string {
  return pathTo("/books", { search: `series:${phrase(title)}` });
}

/** A text as a phrase of a search, which has no escapes for quotes. */
function phrase(text: string): string {
  return `"${text.replaceAll(/["“”„«»]/g, " ").trim()}"`;
}

/** The address of a DOI, which people also enter as an address. */
export function addressOfDoi(doi: string): string {
  const name = doi.trim().replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, "");
  return `https://doi.org/${encodeURI(name)}`;
}

/** The host of an address of the web; null for anything else. */
export function hostOf(address: string): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    return new URL(address).host.replace(/^www\./, "");
  } catch {
    return null;
  }
}
