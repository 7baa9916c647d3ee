import type { BookDetails, Shape } from "@/api/shapes.ts";
import type { Translate } from "@/lib/i18n/index.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { roleName } from "@/parts/books/roles.ts";

/** The details of a book's record, besides the call number, which copies have, too. */
export const DETAILS = [
  "contributors",
  "subjects",
  "series",
  "otherTitles",
  "identifiers",
  "audience",
  "readingLevel",
  "notes",
  "contents",
  "links",
] as const satisfies readonly (keyof BookDetails)[];

type Entry = Readonly<Record<string, unknown>>;

/** How an entry of a list of details reads, by the name of the list. */
const WORDS: Readonly<Record<string, (entry: Entry, t: Translate) => string | undefined>> = {
  contributors: ({ name, role }, t) =>
    isText(name) && isText(role) ? `${name} (${roleName(role, t)})` : undefined,
  subjects: ({ heading, scheme }) => {
    if (!isText(heading)) return undefined;
    return isText(scheme) ? `${shownHeading(heading)} (${scheme})` : shownHeading(heading);
  },
  series: ({ title, volume }) => {
    if (!isText(title)) return undefined;
    return isText(volume) ? `${title}, ${volume}` : title;
  },
  identifiers: ({ kind, value }, t) =>
    isText(kind) && isText(value) ? `${kindName(kind, t)} ${value}` : undefined,
  links: ({ address, label }) => {
    if (!isText(address)) return undefined;
    return isText(label) ? `${label} (${address})` : address;
  },
};

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

const KINDS = [
  "isbn",
  "issn",
  "oclc",
  "lccn",
  "ean",
  "doi",
  "other",
] as const satisfies readonly Shape<"IdentifierKind">[];

function kindName(kind: string, t: Translate): string {
  const known = KINDS.find((name) => name === kind);
  return known === undefined ? kind : t(`record.kinds.${known}`);
}

/** An entry of a list of a book's details in words; undefined for other values. */
export function detailWords(list: string, entry: object, t: Translate): string | undefined {
  return WORDS[list]?.(entry as Entry, t);
}
