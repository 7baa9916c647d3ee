import type { Shape } from "@/api/shapes.ts";
import { BOOK_LINES } from "@/parts/books/book-lines.ts";
import type { BookValues } from "../book-form.ts";
import { detailsValuesOf } from "../details-form.ts";

/** A book as a source describes it. */
export type FoundBook = Shape<"BookOfSource">;

/** The empty form with a number, filled with what a source has; with null only the number is filled in. */
export function filledValues(empty: BookValues, isbn: string, found: FoundBook | null): BookValues {
  if (!found) return { ...empty, isbn };
  const { draft } = found;
  const lines = Object.fromEntries(BOOK_LINES.map((line) => [line, draft[line] ?? ""]));
  return {
    ...empty,
    ...lines,
    isbn,
    title: draft.title ?? "",
    author: draft.author ?? "",
    category: draft.category ?? "",
    description: draft.description ?? "",
    publishedYear: draft.publishedYear?.toString() ?? "",
    pages: draft.pages?.toString() ?? "",
    language: draft.language ?? empty.language,
    ...detailsValuesOf(draft.details),
  };
}

/** The fields that still have what a source filled in. The number was scanned, so it is none of them. */
export function unchangedFields(
  empty: BookValues,
  filled: BookValues,
  values: BookValues,
): Set<keyof BookValues> {
  const fields = Object.keys(filled) as (keyof BookValues)[];
  return new Set(
    fields.filter(
      (field) =>
        field !== "isbn" &&
        JSON.stringify(filled[field]) !== JSON.stringify(empty[field]) &&
        filled[field] === values[field],
    ),
  );
}
