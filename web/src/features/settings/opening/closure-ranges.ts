import { addDays } from "@/lib/dates.ts";
import type { Closure } from "./closures-file.ts";

/** The maximum number of days of a range that is added at once. */
export const LONGEST_RANGE_DAYS = 366;

/** Closures on consecutive days with the same reason. */
export interface ClosureRange {
  name: string;
  /** The days in order, at least one. */
  dates: readonly string[];
  /** The index of the first day in the list. */
  place: number;
}

/** The days from the first to the last one; undefined for a reversed range or too many days. */
export function daysBetween(first: string, last: string): string[] | undefined {
  if (last < first) return undefined;
  const days = [first];
  for (let day = first; day < last; ) {
    day = addDays(day, 1);
    days.push(day);
    if (days.length > LONGEST_RANGE_DAYS) return undefined;
  }
  return days;
}

/** Groups ordered closures: consecutive days with the same reason are one range. */
export function rangesOf(closures: readonly Closure[]): ClosureRange[] {
  const ranges: (ClosureRange & { dates: string[] })[] = [];
  for (const [place, { date, name }] of closures.entries()) {
    const range = ranges.at(-1);
    const last = range?.dates.at(-1);
    if (range && last && range.name === name && addDays(last, 1) === date) range.dates.push(date);
    else ranges.push({ name, dates: [date], place });
  }
  return ranges;
}
