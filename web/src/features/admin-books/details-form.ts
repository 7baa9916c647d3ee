import type { BookDetails, BookDetailsForm, Shape } from "@/api/shapes.ts";
import { BOOK_DETAILS_FORM } from "@/lib/limits.ts";
import type { Problem } from "@/lib/use-form.ts";
import { shownHeading, storedHeading } from "@/parts/books/headings.ts";

export type IdentifierKind = Shape<"IdentifierKind">;

/** The kinds of identifiers, in the order in which they are offered. */
export const IDENTIFIER_KINDS = [
  "isbn",
  "issn",
  "doi",
  "oclc",
  "lccn",
  "ean",
  "other",
] as const satisfies readonly IdentifierKind[];

/** A row of a list; its key identifies it while the form is open. */
interface Row {
  key: number;
}

export interface ContributorRow extends Row {
  name: string;
  /** As it is stored, in English; empty for an author. */
  role: string;
}

export interface SubjectRow extends Row {
  /** As it is shown. */
  heading: string;
  /** The stored subject, whose list of headings holds as long as the heading is the same. */
  stored: Shape<"BookSubject"> | null;
}

export interface SeriesRow extends Row {
  title: string;
  volume: string;
}

export interface TitleRow extends Row {
  title: string;
}

export interface IdentifierRow extends Row {
  kind: IdentifierKind;
  value: string;
}

export interface LinkRow extends Row {
  address: string;
  label: string;
}

/** The details of a book in the form; an empty text means no value. */
export interface DetailsValues {
  contributors: readonly ContributorRow[];
  subjects: readonly SubjectRow[];
  series: readonly SeriesRow[];
  otherTitles: readonly TitleRow[];
  identifiers: readonly IdentifierRow[];
  links: readonly LinkRow[];
  callNumber: string;
  audience: string;
  readingLevel: string;
  notes: string;
  contents: string;
}

export type DetailField = keyof DetailsValues;
export type ListField =
  | "contributors"
  | "identifiers"
  | "links"
  | "otherTitles"
  | "series"
  | "subjects";
export type TextField = Exclude<DetailField, ListField>;

/** The fields with one text. */
export const TEXT_FIELDS = [
  "callNumber",
  "audience",
  "readingLevel",
  "notes",
  "contents",
] as const satisfies readonly TextField[];

/** All fields. */
export const DETAIL_FIELDS = [
  "contributors",
  "subjects",
  "series",
  "otherTitles",
  "identifiers",
  "links",
  ...TEXT_FIELDS,
] as const satisfies readonly DetailField[];

export const NO_DETAILS: DetailsValues = {
  contributors: [],
  subjects: [],
  series: [],
  otherTitles: [],
  identifiers: [],
  links: [],
  callNumber: "",
  audience: "",
  readingLevel: "",
  notes: "",
  contents: "",
};

let lastKey = 0;

/** A key that no other row has. */
function nextKey(): number {
  lastKey += 1;
  return lastKey;
}

/** Rows without values, by the field of their list. */
export const EMPTY_ROWS = {
  contributors: (): ContributorRow => ({ key: nextKey(), name: "", role: "" }),
  subjects: (): SubjectRow => ({ key: nextKey(), heading: "", stored: null }),
  series: (): SeriesRow => ({ key: nextKey(), title: "", volume: "" }),
  otherTitles: (): TitleRow => ({ key: nextKey(), title: "" }),
  identifiers: (): IdentifierRow => ({ key: nextKey(), kind: "issn", value: "" }),
  links: (): LinkRow => ({ key: nextKey(), address: "", label: "" }),
} as const satisfies { [F in ListField]: () => DetailsValues[F][number] };

/** The texts of a row that a person enters, by the name of their limit; the first one is required. */
const PARTS: { [F in ListField]: (row: DetailsValues[F][number]) => readonly [string, string][] } =
  {
    contributors: ({ name, role }) => [
      ["name", name],
      ["role", role],
    ],
    subjects: ({ heading }) => [["heading", storedHeading(heading)]],
    series: ({ title, volume }) => [
      ["title", title],
      ["volume", volume],
    ],
    otherTitles: ({ title }) => [["title", title]],
    identifiers: ({ value }) => [["value", value]],
    links: ({ address, label }) => [
      ["address", address],
      ["label", label],
    ],
  };

function isFilled<F extends ListField>(field: F, row: DetailsValues[F][number]): boolean {
  return PARTS[field](row).some(([, text]) => text.trim() !== "");
}

/** The rows in which a person has entered something. */
function filledRows<F extends ListField>(field: F, values: DetailsValues) {
  const rows: readonly DetailsValues[F][number][] = values[field];
  return rows.filter((row) => isFilled(field, row));
}

/** The form values of stored details. */
export function detailsValuesOf(details: BookDetails): DetailsValues {
  return {
    contributors: details.contributors.map(({ name, role }) => ({
      key: nextKey(),
      name,
      role: role ?? "",
    })),
    subjects: details.subjects.map((stored) => ({
      key: nextKey(),
      heading: shownHeading(stored.heading),
      stored,
    })),
    series: details.series.map(({ title, volume }) => ({
      key: nextKey(),
      title,
      volume: volume ?? "",
    })),
    otherTitles: details.otherTitles.map((title) => ({ key: nextKey(), title })),
    identifiers: details.identifiers.map(({ kind, value }) => ({ key: nextKey(), kind, value })),
    links: details.links.map(({ address, label }) => ({
      key: nextKey(),
      address,
      label: label ?? "",
    })),
    callNumber: details.callNumber ?? "",
    audience: details.audience ?? "",
    readingLevel: details.readingLevel ?? "",
    notes: details.notes ?? "",
    contents: details.contents ?? "",
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

function subjectOf({ heading, stored }: SubjectRow): Shape<"BookSubject"> {
  return stored && shownHeading(stored.heading) === heading.trim()
    ? { heading: stored.heading, scheme: stored.scheme ?? null }
    : { heading: storedHeading(heading), scheme: null };
}

/** The details as they are stored. Empty rows are left out; an empty list is null. */
function detailsOf(values: DetailsValues): Required<BookDetailsForm> {
  const lists = {
    contributors: filledRows("contributors", values).map(({ name, role }) => ({
      name: name.trim(),
      role: role.trim(),
    })),
    subjects: filledRows("subjects", values).map(subjectOf),
    series: filledRows("series", values).map(({ title, volume }) => ({
      title: title.trim(),
      volume: orNull(volume),
    })),
    otherTitles: filledRows("otherTitles", values).map(({ title }) => title.trim()),
    identifiers: filledRows("identifiers", values).map(({ kind, value }) => ({
      kind,
      value: value.trim(),
    })),
    links: filledRows("links", values).map(({ address, label }) => ({
      address: address.trim(),
      label: orNull(label),
    })),
  };
  const filled = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);
  return {
    contributors: filled(lists.contributors),
    subjects: filled(lists.subjects),
    series: filled(lists.series),
    otherTitles: filled(lists.otherTitles),
    identifiers: filled(lists.identifiers),
    links: filled(lists.links),
    callNumber: orNull(values.callNumber),
    audience: orNull(values.audience),
    readingLevel: orNull(values.readingLevel),
    notes: orNull(values.notes),
    contents: orNull(values.contents),
  };
}

/** The details of a new book; undefined when there are none. */
export function newDetails(values: DetailsValues): BookDetailsForm | undefined {
  return changedDetails(NO_DETAILS, values);
}

/** The details that changed since the form was opened; undefined when none has. Null removes a value. */
export function changedDetails(
  before: DetailsValues,
  after: DetailsValues,
): BookDetailsForm | undefined {
  const was: Record<string, unknown> = detailsOf(before);
  const changed = Object.entries(detailsOf(after)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** The number of values in some fields, for the heading of a closed section. */
export function countOf(fields: readonly DetailField[], values: DetailsValues): number {
  return fields
    .map((field) => {
      const value = values[field];
      if (typeof value === "string") return value.trim() === "" ? 0 : 1;
      return filledRows(field as ListField, values).length;
    })
    .reduce((total, count) => total + count, 0);
}

/** An error of a detail, and for a list the row and the part that have it. */
export interface DetailProblem {
  problem: Problem;
  row?: number;
  part?: string;
}

export type DetailProblems = { [F in DetailField]?: DetailProblem };

/** The limits of the parts of a row, by their names. */
type PartLimits = Readonly<Record<string, { max: number; pattern?: string } | undefined>>;

const ROW_LIMITS: { [F in ListField]: PartLimits } = {
  contributors: BOOK_DETAILS_FORM.contributors.each,
  subjects: BOOK_DETAILS_FORM.subjects.each,
  series: BOOK_DETAILS_FORM.series.each,
  otherTitles: { title: BOOK_DETAILS_FORM.otherTitles.each },
  identifiers: BOOK_DETAILS_FORM.identifiers.each,
  links: BOOK_DETAILS_FORM.links.each,
};

const LINK = new RegExp(BOOK_DETAILS_FORM.links.each.address.pattern, "u");

/** Checks the details as the server will: the first error of each field. */
export function detailsProblems(values: DetailsValues): DetailProblems {
  const problems: DetailProblems = {};
  for (const field of Object.keys(EMPTY_ROWS) as ListField[]) {
    const problem = listProblem(field, values);
    if (problem) problems[field] = problem;
  }
  for (const field of TEXT_FIELDS) {
    const { max } = BOOK_DETAILS_FORM[field];
    if (length(values[field]) > max) {
      problems[field] = { problem: { key: "cataloguing.validation.rowLong", values: { max } } };
    }
  }
  return problems;
}

function listProblem<F extends ListField>(field: F, values: DetailsValues) {
  const rows = filledRows(field, values);
  for (const row of rows) {
    const problem = rowProblem(field, row);
    if (problem) return problem;
  }
  const { max } = BOOK_DETAILS_FORM[field];
  return rows.length > max
    ? { problem: { key: "cataloguing.validation.rowsMany", values: { max } } as const }
    : undefined;
}

function rowProblem<F extends ListField>(
  field: F,
  row: DetailsValues[F][number],
): DetailProblem | undefined {
  const parts = PARTS[field](row);
  const [required] = parts;
  if (required && required[1].trim() === "") {
    return { problem: "cataloguing.validation.rowMissing", row: row.key, part: required[0] };
  }
  for (const [part, text] of parts) {
    const max = ROW_LIMITS[field][part]?.max;
    if (max !== undefined && length(text) > max) {
      const problem: Problem = { key: "cataloguing.validation.rowLong", values: { max } };
      return { problem, row: row.key, part };
    }
    if (part === "address" && !LINK.test(text)) {
      return { problem: "cataloguing.validation.link", row: row.key, part };
    }
  }
  return undefined;
}

/** Unicode scalar values, as the server counts. */
function length(text: string): number {
  return [...text.trim()].length;
}

/** A list with one of its rows a place earlier or later; the same list at its ends. */
export function moved<R extends Row>(rows: readonly R[], key: number, by: -1 | 1): readonly R[] {
  const from = rows.findIndex((row) => row.key === key);
  const to = from + by;
  const row = rows[from];
  const other = rows[to];
  if (!row || !other) return rows;
  return rows.with(from, other).with(to, row);
}
