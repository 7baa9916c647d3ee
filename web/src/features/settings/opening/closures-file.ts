import { parseCsv } from "@/lib/csv.ts";

/** A dated closure. */
export interface Closure {
  /** Like `2026-12-24`. */
  date: string;
  name: string;
}

/** A line of a file of closures, and its result. */
export interface FileLine extends Closure {
  /** The line number in the file, from 1. */
  line: number;
  state: "new" | "known" | "wrong";
}

/**
 * Reads a file of comma-separated values with a date and a name per line, with or without a heading. Invalid lines are
 * reported and not added.
 */
export function readClosures(text: string, present: readonly Closure[]): FileLine[] {
  const dates = new Set(present.map(({ date }) => date));
  const lines = parseCsv(text)
    .map((cells, index) => ({
      line: index + 1,
      date: cells[0]?.trim() ?? "",
      name: cells[1]?.trim() ?? "",
    }))
    .filter(({ date, name }) => date !== "" || name !== "");
  const [first] = lines;
  const body = first && !/\d/.test(first.date) ? lines.slice(1) : lines;
  return body.map((entry) => {
    if (!isDate(entry.date) || entry.name === "") return { ...entry, state: "wrong" };
    if (dates.has(entry.date)) return { ...entry, state: "known" };
    dates.add(entry.date);
    return { ...entry, state: "new" };
  });
}

/** Whether a text is a valid date. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** In the order of dates. */
export function inOrder(closures: readonly Closure[]): Closure[] {
  return closures.toSorted((a, b) => a.date.localeCompare(b.date));
}
