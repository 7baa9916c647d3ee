import { describe, expect, it } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { sortOut } from "./sort-out.ts";

type Facts = Pick<Borrowing, "_id" | "status" | "fineOutstanding" | "borrowedDate">;

function borrowed(day: number, status: Borrowing["status"], fineOutstanding = 0): Facts {
  const borrowedDate = `2024-01-${String(day).padStart(2, "0")}T10:00:00.000Z`;
  return { _id: `borrowing_${day}`, status, fineOutstanding, borrowedDate };
}

const OVERDUE = borrowed(4, "overdue");
const ACTIVE = borrowed(9, "active", 2);
const DONE = borrowed(2, "returned");
const OWING = borrowed(5, "returned", 0.25);
/** Too old to be among the loaded borrowings. */
const OLD = borrowed(1, "returned", 3);

describe("sortOut", () => {
  it("separates open, unpaid and settled borrowings, in the given order", () => {
    expect(sortOut([DONE, OVERDUE, OWING, ACTIVE], [OWING, OLD])).toEqual({
      open: [OVERDUE, ACTIVE],
      unpaid: [OWING, OLD],
      settled: [DONE],
    });
  });

  it("includes a borrowing that was just returned with a fine, before the unpaid ones are loaded again", () => {
    expect(sortOut([ACTIVE, OWING, DONE], [OLD])).toEqual({
      open: [ACTIVE],
      unpaid: [OWING, OLD],
      settled: [DONE],
    });
  });

  it("shows a borrowing once when one of the lists is older", () => {
    const returned = { ...ACTIVE, status: "returned" } as const;
    expect(sortOut([ACTIVE], [returned])).toEqual({ open: [], unpaid: [returned], settled: [] });
    const paid = { ...OWING, fineOutstanding: 0 };
    expect(sortOut([paid], [OWING])).toEqual({ open: [], unpaid: [], settled: [paid] });
  });
});
