import type { Shape } from "@/api/shapes.ts";
import { shownHeading } from "@/parts/books/headings.ts";

/** A value of a book's field in words; empty for none. Item types are shown by name. */
export function valueWords(
  field: string,
  value: unknown,
  itemTypes: readonly Shape<"Kind">[],
): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(entryWords).join("; ");
  if (field === "itemType")
    return itemTypes.find(({ code }) => code === value)?.name ?? String(value);
  return String(value);
}

function entryWords(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  if ("heading" in entry) return shownHeading(String(entry.heading));
  return "name" in entry ? String(entry.name) : "";
}
