import type { MergeFields, MergePreview } from "./queries.ts";

/** A field of which one value is chosen. */
export type MergeField = keyof MergeFields;

type Side = MergePreview["books"][number];

/** The fields of which one value is chosen, in the order in which they are shown. */
export const MERGE_FIELDS = [
  "title",
  "author",
  "coverImage",
  "isbn",
  "publishedYear",
  "editionStatement",
  "publisher",
  "language",
  "category",
  "pages",
  "description",
  "callNumber",
  "audience",
  "readingLevel",
  "notes",
  "contents",
  "itemType",
  "borrowingPeriod",
] as const satisfies readonly MergeField[];

/** The value of a field of a book; an empty text for none. */
export function fieldText(book: Side, field: MergeField): string {
  const value = field in book.details ? book.details[field as "notes"] : book[field as "title"];
  return value === null || value === undefined ? "" : String(value);
}

/** The lists that are combined, with their entries in the merged book as texts. */
export function combinedLists({ merged }: MergePreview) {
  const { details, semesterCategories } = merged;
  const lists = {
    contributors: details.contributors.map(({ name }) => name),
    subjects: details.subjects.map(({ heading }) => heading),
    series: details.series.map(({ title, volume }) => (volume ? `${title} ${volume}` : title)),
    otherTitles: details.otherTitles,
    identifiers: details.identifiers.map(({ value }) => value),
    links: details.links.map(({ address }) => address),
    semesterCategories,
  };
  return Object.entries(lists)
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => ({ name: name as keyof typeof lists, entries }));
}

/** What moves to the kept book: the sums of the other books. */
export function movedSums({ books }: MergePreview) {
  const kinds = [
    "copies",
    "openBorrowings",
    "pastBorrowings",
    "favorites",
    "ratings",
    "reviews",
  ] as const;
  return kinds.map((kind) => ({
    kind,
    count: books.slice(1).reduce((sum, { holdings }) => sum + holdings[kind], 0),
  }));
}
