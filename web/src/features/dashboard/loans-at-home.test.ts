import { describe, expect, it } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { atHome } from "./loans-at-home.ts";

const loan = (dueOn: string, status: Borrowing["status"] = "active") =>
  ({ dueOn, status }) as Borrowing;

describe("atHome", () => {
  it.each([
    ["no books", [], { kind: "nothing" }],
    ["one due today", [loan("2024-02-29")], { kind: "today", count: 1 }],
    ["one due tomorrow", [loan("2024-03-01")], { kind: "tomorrow", count: 1 }],
    [
      "several, in any order",
      [loan("2024-03-09"), loan("2024-03-04")],
      { kind: "later", count: 2, dueOn: "2024-03-04" },
    ],
    [
      "one overdue among others",
      [loan("2024-02-20", "overdue"), loan("2024-03-04")],
      { kind: "overdue", count: 1 },
    ],
  ] as const)("summarizes %s", (_name, open, expected) => {
    expect(atHome(open, "2024-02-29")).toEqual(expected);
  });
});
