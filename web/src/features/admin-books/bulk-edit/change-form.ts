import type { BulkChanges } from "./queries.ts";

/** The fields that can be changed in many books, in the order in which they are offered. */
export const FIELDS = [
  "category",
  "addSubjects",
  "removeSubjects",
  "isSemesterStudy",
  "itemType",
  "borrowingPeriod",
  "language",
  "publisher",
  "author",
  "audience",
  "readingLevel",
] as const satisfies readonly (keyof BulkChanges)[];

export type ChangeField = (typeof FIELDS)[number];

/** The typed value of each field that is to be changed. Subjects are lines. */
export type ChangeValues = Partial<Record<ChangeField, string>>;

/** The body for typed values. An empty text removes the value of a field. */
export function changesOf(values: ChangeValues): BulkChanges {
  const changes: BulkChanges = {};
  for (const field of FIELDS) {
    const typed = values[field];
    if (typed === undefined) continue;
    const text = typed.trim();
    if (field === "addSubjects" || field === "removeSubjects") changes[field] = linesOf(text);
    else if (field === "isSemesterStudy") changes[field] = text === "true";
    else if (field === "borrowingPeriod") changes[field] = text === "" ? null : Number(text);
    else if (field === "category" || field === "author") changes[field] = text;
    else changes[field] = text === "" ? null : text;
  }
  return changes;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
