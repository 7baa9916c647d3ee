import type { Borrowing } from "@/api/shapes.ts";

/**
 * Whether the due day is over and the book is not back; independent of the status, as the
 * specification wants it for the table.
 *
 * @param today civil date in the library's zone
 */
export function isPastDue(
  { dueOn, status }: Pick<Borrowing, "dueOn" | "status">,
  today: string,
): boolean {
  // Civil dates sort like text. A missing date is not past.
  return status !== "returned" && dueOn !== "" && dueOn < today;
}
