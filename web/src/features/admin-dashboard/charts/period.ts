import { addDays } from "@/lib/dates.ts";
import { choiceOf } from "@/lib/use-address.ts";

/** The periods to choose from, in days; the longest has whole weeks, because it is drawn in weeks. */
export const PERIODS = ["30", "90", "364"] as const;
export type Period = (typeof PERIODS)[number];

/** Longer periods are drawn in weeks: more points would be hard to read. */
const DAYS_DRAWN = 90;

/** The period in the address. */
export function periodOf(query: URLSearchParams): Period {
  return choiceOf(query, "days", PERIODS, "30");
}

/** Its first and last day, up to today. */
export function rangeOf(period: Period, today: string): { from: string; to: string } {
  return { from: addDays(today, 1 - Number(period)), to: today };
}

/** The borrowings of a day or a week, and those of the same part of the previous period. */
export interface Step {
  /** The day, or the first one of the week. */
  on: string;
  borrowed: number;
  before: number;
}

/** The points of a chart: single days, or weeks. */
export function stepsOf(days: readonly Step[]): { steps: readonly Step[]; inWeeks: boolean } {
  if (days.length <= DAYS_DRAWN) return { steps: days, inWeeks: false };
  const weeks: Step[] = [];
  for (const [place, day] of days.entries()) {
    const week = weeks[Math.floor(place / 7)];
    if (week) {
      week.borrowed += day.borrowed;
      week.before += day.before;
    } else {
      weeks.push({ ...day });
    }
  }
  return { steps: weeks, inWeeks: true };
}
