import { describe, expect, it } from "vitest";
import { added, type EditedKind, edited, isUsed, listProblem, moved, sent } from "./kind-list.ts";

const none = { people: 0, books: 0, copies: 0, rules: 0 };
const kinds: EditedKind[] = edited([
  { code: "student", name: "Student", archived: false, uses: { ...none, people: 480 } },
  { code: "staff", name: "Staff", archived: false, uses: none },
  { code: "guest", name: "Guest", archived: true, uses: { ...none, rules: 1 } },
]);
const names = (list: readonly EditedKind[]) => list.map(({ name }) => name);

describe("a list of kinds", () => {
  it("adds a new kind before the archived ones, and sends it without a code", () => {
    const list = added(kinds, " Visitor ", "new-1");
    expect(names(list)).toEqual(["Student", "Staff", "Visitor", "Guest"]);
    expect(sent(list).slice(1)).toEqual([
      { code: "staff", name: "Staff", archived: false },
      { name: "Visitor", archived: false },
      { code: "guest", name: "Guest", archived: true },
    ]);
  });

  it("is reordered one place at a time, within its bounds", () => {
    expect(names(moved(kinds, 1, -1))).toEqual(["Staff", "Student", "Guest"]);
    expect(names(moved(kinds, 0, 1))).toEqual(["Staff", "Student", "Guest"]);
    expect(names(moved(kinds, 0, -1))).toEqual(names(kinds));
    expect(names(moved(kinds, 2, 1))).toEqual(names(kinds));
  });

  it("counts the people and the rules that use a kind", () => {
    expect(kinds.map(isUsed)).toEqual([true, false, true]);
  });

  it.each([
    ["", "settings.kinds.nameNeeded"],
    [" STAFF", "settings.kinds.nameTwice"],
    ["x".repeat(81), "settings.kinds.nameLong"],
    ["Teachers", undefined],
  ])("checks the names (%#)", (name, problem) => {
    expect(listProblem(added(kinds, name, "new-1"))).toBe(problem);
  });
});
