import { describe, expect, it } from "vitest";
import { sortOut } from "./sort-out.ts";

describe("sortOut", () => {
  it("separates open and settled borrowings, in the given order", () => {
    const overdue = { status: "overdue", fineOutstanding: 0 } as const;
    const active = { status: "active", fineOutstanding: 2 } as const;
    const owing = { status: "returned", fineOutstanding: 0.25 } as const;
    const done = { status: "returned", fineOutstanding: 0 } as const;
    expect(sortOut([done, overdue, owing, active])).toEqual({
      open: [overdue, active],
      settled: [done],
    });
  });
});
