import type { Book, BookDetails } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { BOOK_FORM } from "@/lib/limits.ts";
import type { Problem, Problems } from "@/lib/use-form.ts";
import { BOOK_LINES, type BookLine } from "@/parts/books/book-lines.ts";
import {
  changedDetails,
  type DetailField,
  type DetailsValues,
  detailsProblems,
  detailsValuesOf,
  NO_DETAILS,
  newDetails,
} from "./details-form.ts";
import { isIsbn } from "./isbn-check.ts";
import type { BookRecord, NewBook } from "./queries.ts";
import { isUploaded } from "./use-cover.ts";

/** The values of the form of a book; an empty text means no value. */
export interface BookValues extends Record<BookLine, string>, DetailsValues {
  title: string;
  author: string;
  category: string;
  description: string;
  isbn: string;
  publishedYear: string;
  language: string;
  pages: string;
  borrowingPeriod: string;
  itemType: string;
  coverImage: string;
  isSemesterStudy: boolean;
  semesterCategories: string[];
  /** The number of copies; only for a new book. */
  copies: number | null;
}

export const COPIES_MAX = BOOK_FORM.copies.max;
const SUBJECTS_MAX = BOOK_FORM.semesterCategories.max;
const SUBJECT_LENGTH = BOOK_FORM.semesterCategories.each.max;
const COVER_LENGTH = BOOK_FORM.coverImage.max;
const EARLIEST_YEAR = BOOK_FORM.publishedYear.min;

function linesOf<T>(value: (line: BookLine) => T): Record<BookLine, T> {
  return Object.fromEntries(BOOK_LINES.map((line) => [line, value(line)])) as Record<BookLine, T>;
}

/** The form of a new book: one copy, in the language of the library. Languages are stored by their English names. */
export function emptyBook(library: { language: string }): BookValues {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return { ...EMPTY, language: names.of(library.language) ?? EMPTY.language };
}

const EMPTY: BookValues = {
  title: "",
  author: "",
  category: "",
  description: "",
  isbn: "",
  ...linesOf(() => ""),
  publishedYear: "",
  language: "English",
  pages: "",
  borrowingPeriod: "",
  itemType: "",
  coverImage: "",
  isSemesterStudy: false,
  semesterCategories: [],
  ...NO_DETAILS,
  copies: 1,
};

/**
 * The form values of a stored book.
 *
 * @param loanDays the library's default period; the field is empty for a book with the same one
 */
export function valuesOf(book: Book & { details: BookDetails }, loanDays: number): BookValues {
  return {
    title: book.title,
    author: book.author,
    category: book.category,
    description: book.description,
    isbn: book.isbn ?? "",
    ...linesOf((line) => book[line] ?? ""),
    publishedYear: book.publishedYear?.toString() ?? "",
    language: book.language,
    pages: book.pages?.toString() ?? "",
    borrowingPeriod: book.borrowingPeriod === loanDays ? "" : String(book.borrowingPeriod),
    itemType: book.itemType ?? "",
    // The form has an uploaded cover beside its values, see `useCover`.
    coverImage: isUploaded(book.coverImage) ? "" : (book.coverImage ?? ""),
    isSemesterStudy: book.isSemesterStudy,
    semesterCategories: book.semesterCategories,
    ...detailsValuesOf(book.details),
    copies: null,
  };
}

/** Unicode scalar values, as the server counts. */
function length(text: string): number {
  return [...text.trim()].length;
}

/** The error of an optional whole number; `outside` for a number out of range. */
function numberProblem(
  text: string,
  { min, max }: { min: number; max: number },
  outside: TextKey,
): Problem | undefined {
  const number = wholeOf(text);
  if (Number.isNaN(number))
    return { key: "admin.books.validation.wholeNumber", values: { min, max } };
  const isWithin = number === null || (number >= min && number <= max);
  return isWithin ? undefined : { key: outside, values: { min, max } };
}

/** The entered whole number; null for an empty text, NaN for an invalid one. */
function wholeOf(text: string): number | null {
  const digits = text.trim();
  if (digits === "") return null;
  return /^[-−]?\d+$/.test(digits) ? Number(digits.replace("−", "-")) : Number.NaN;
}

/** An https address with a host, or a path of this site; `//host` would be another site. */
const COVER_ADDRESS = new RegExp(BOOK_FORM.coverImage.pattern, "u");

const REQUIRED = {
  title: [
    BOOK_FORM.title.max,
    "admin.books.validation.titleRequired",
    "admin.books.validation.titleLong",
  ],
  author: [
    BOOK_FORM.author.max,
    "admin.books.validation.authorRequired",
    "admin.books.validation.authorLong",
  ],
  category: [
    BOOK_FORM.category.max,
    "admin.books.validation.categoryRequired",
    "admin.books.validation.categoryLong",
  ],
} as const satisfies Partial<Record<keyof BookValues, readonly [number, TextKey, TextKey]>>;

const OPTIONAL = {
  language: [BOOK_FORM.language.max, "admin.books.validation.languageLong"],
  description: [BOOK_FORM.description.max, "admin.books.validation.descriptionLong"],
} as const satisfies Partial<Record<keyof BookValues, readonly [number, TextKey]>>;

/**
 * Checks all fields as the server will.
 *
 * @param options.year the current year in the library's zone; a book may be from at most two years ahead
 * @param options.isNew whether the book is added with copies
 */
export function bookProblems(
  values: BookValues,
  { year, isNew }: { year: number; isNew: boolean },
): Problems<BookValues> {
  const problems: Problems<BookValues> = {};
  for (const field of ["title", "author", "category"] as const) {
    const [most, missing, long] = REQUIRED[field];
    if (length(values[field]) === 0) problems[field] = missing;
    else if (length(values[field]) > most) problems[field] = long;
  }
  for (const line of BOOK_LINES) {
    const { max } = BOOK_FORM[line];
    if (length(values[line]) > max) {
      problems[line] = { key: "admin.books.validation.lineLong", values: { max } };
    }
  }
  for (const field of ["language", "description"] as const) {
    const [most, long] = OPTIONAL[field];
    if (length(values[field]) > most) problems[field] = long;
  }
  const numbers = {
    pages: numberProblem(values.pages, BOOK_FORM.pages, "admin.books.validation.pages"),
    publishedYear: numberProblem(
      values.publishedYear,
      { min: EARLIEST_YEAR, max: year + 2 },
      "admin.books.validation.year",
    ),
    borrowingPeriod: numberProblem(
      values.borrowingPeriod,
      BOOK_FORM.borrowingPeriod,
      "admin.books.validation.period",
    ),
  };
  for (const field of ["pages", "publishedYear", "borrowingPeriod"] as const) {
    if (numbers[field]) problems[field] = numbers[field];
  }
  if (values.isbn.trim() !== "" && !isIsbn(values.isbn)) {
    problems.isbn = "admin.books.validation.isbn";
  }
  const cover = values.coverImage.trim();
  if (length(cover) > COVER_LENGTH) problems.coverImage = "admin.books.validation.coverLong";
  else if (cover !== "" && !COVER_ADDRESS.test(cover)) {
    problems.coverImage = "admin.books.validation.cover";
  }
  if (values.isSemesterStudy) {
    const subjects = values.semesterCategories;
    if (subjects.some((subject) => length(subject) > SUBJECT_LENGTH)) {
      problems.semesterCategories = "admin.books.validation.subjectLong";
    } else if (subjects.length > SUBJECTS_MAX) {
      problems.semesterCategories = "admin.books.validation.subjectsMany";
    }
  }
  for (const [field, { problem }] of Object.entries(detailsProblems(values))) {
    problems[field as DetailField] = problem;
  }
  const copies = isNew ? copiesProblem(values.copies) : undefined;
  if (copies) problems.copies = copies;
  return problems;
}

function copiesProblem(copies: number | null): TextKey | undefined {
  if (copies === null) return "admin.books.validation.copiesRequired";
  const valid = Number.isInteger(copies) && copies >= 0 && copies <= COPIES_MAX;
  return valid ? undefined : "admin.books.validation.copies";
}

/** The subjects of a study book; its category if none is entered. */
function subjectsOf({ isSemesterStudy, semesterCategories, category }: BookValues): string[] {
  if (!isSemesterStudy) return [];
  return semesterCategories.length > 0 ? semesterCategories : [category.trim()];
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

function recordOf(values: BookValues) {
  return {
    title: values.title.trim(),
    author: values.author.trim(),
    category: values.category.trim(),
    // An empty language means the server's default.
    language: values.language.trim(),
    description: orNull(values.description),
    isbn: orNull(values.isbn),
    ...linesOf((line) => orNull(values[line])),
    publishedYear: wholeOf(values.publishedYear),
    pages: wholeOf(values.pages),
    coverImage: orNull(values.coverImage),
    borrowingPeriod: wholeOf(values.borrowingPeriod),
    itemType: orNull(values.itemType),
    semesterCategories: subjectsOf(values),
  } satisfies BookRecord;
}

/** The request body for a new book. */
export function newBook(values: BookValues): NewBook {
  const details = newDetails(values);
  return { ...recordOf(values), ...(details ? { details } : {}), copies: values.copies };
}

/** The fields that changed since the form was opened; all others stay as stored. */
export function bookChange(before: BookValues, after: BookValues): BookRecord {
  const old = Object.entries(recordOf(before));
  const now = new Map<string, unknown>(Object.entries(recordOf(after)));
  const changed = old.filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(now.get(field)),
  );
  const details = changedDetails(before, after);
  return {
    ...Object.fromEntries(changed.map(([field]) => [field, now.get(field)])),
    ...(details ? { details } : {}),
  };
}
