import type { Borrowing } from "@/api/shapes.ts";
import { daysBetween } from "@/lib/dates.ts";

/** The most urgent fact about a person's open borrowings. */
export type AtHome =
  | { kind: "nothing" }
  | { kind: "overdue"; count: number }
  | { kind: "today" | "tomorrow"; count: number }
  | { kind: "later"; count: number; dueOn: string };

/**
 * @param open the person's open borrowings
 * @param today civil date in the library's zone
 */
export function atHome(open: readonly Borrowing[], today: string): AtHome {
  const overdue = open.filter(({ status }) => status === "overdue").length;
  if (overdue > 0) return { kind: "overdue", count: overdue };
  const dueOn = open.map((borrowing) => borrowing.dueOn).sort()[0];
  if (dueOn === undefined) return { kind: "nothing" };
  const count = open.length;
  const days = daysBetween(today, dueOn);
  if (days <= 0) return { kind: "today", count };
  if (days === 1) return { kind: "tomorrow", count };
  return { kind: "later", count, dueOn };
}
