import { describe, expect, it } from "vitest";
import { FIRST_CATEGORIES, shownCategories } from "./shown-categories.ts";

const many = Array.from({ length: 12 }, (_, n) => ({ name: `Subject ${n}`, count: n }));
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe("shownCategories", () => {
  it("puts the largest first and orders equals by name", () => {
    const some = [
      { name: "Physics", count: 3 },
      { name: "Biology", count: 3 },
      { name: "Art", count: 9 },
    ];
    expect(names(shownCategories(some, null, false))).toEqual(["Art", "Biology", "Physics"]);
  });

  it("shows the first few, and all when asked", () => {
    expect(shownCategories(many, null, false)).toHaveLength(FIRST_CATEGORIES);
    expect(shownCategories(many, null, true)).toHaveLength(many.length);
  });

  it("keeps the chosen one in view", () => {
    expect(names(shownCategories(many, "Subject 0", false))).toContain("Subject 0");
    expect(shownCategories(many, "Subject 11", false)).toHaveLength(FIRST_CATEGORIES);
  });

  it("keeps a chosen one that the search left without books", () => {
    expect(shownCategories(many.slice(1, 3), "Poetry", false).at(-1)).toEqual({
      name: "Poetry",
      count: 0,
    });
    expect(names(shownCategories([], "Poetry", false))).toEqual(["Poetry"]);
  });
});
