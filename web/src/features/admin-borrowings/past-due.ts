import type { Borrowing } from "@/api/shapes.ts";

/**
 * Whether the due day has passed and the book is not returned; independent of the status, as the specification requires
 * for the table.
 *
 * @param today civil date in the library's zone
 */
export function isPastDue(
  { dueOn, status }: Pick<Borrowing, "dueOn" | "status">,
  today: string,
): boolean {
  // Civil dates compare like texts. A missing date is not past.
  return status !== "returned" && dueOn !== "" && dueOn < today;
}
