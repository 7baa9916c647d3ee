import { describe, expect, it } from "vitest";
import { isPastDue } from "./past-due.ts";

describe("isPastDue", () => {
  it.each([
    ["2024-01-04", "active", true],
    ["2024-01-04", "overdue", true],
    ["2024-01-04", "returned", false],
    ["2024-01-05", "active", false],
    ["2024-01-06", "active", false],
    ["2023-12-31", "active", true],
    ["", "active", false],
  ] as const)("with due date %s and status %s on 2024-01-05 is %s", (dueOn, status, past) => {
    expect(isPastDue({ dueOn, status }, "2024-01-05")).toBe(past);
  });
});
