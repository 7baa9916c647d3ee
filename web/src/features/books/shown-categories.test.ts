import { describe, expect, it } from "vitest";
import { formatOf } from "@/lib/format-context.tsx";
import { FIRST_CATEGORIES, shownCategories } from "./shown-categories.ts";

const { compare } = formatOf("UTC");
const many = Array.from({ length: 12 }, (_, n) => ({ name: `Subject ${n}`, count: n }));
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe("shownCategories", () => {
  it("sorts by size, and by name among equals", () => {
    const some = [
      { name: "Physics", count: 3 },
      { name: "Biology", count: 3 },
      { name: "Art", count: 9 },
    ];
    expect(names(shownCategories(some, null, false, compare))).toEqual([
      "Art",
      "Biology",
      "Physics",
    ]);
  });

  it("shows the first few, and all on request", () => {
    expect(shownCategories(many, null, false, compare)).toHaveLength(FIRST_CATEGORIES);
    expect(shownCategories(many, null, true, compare)).toHaveLength(many.length);
  });

  it("always shows the chosen category", () => {
    expect(names(shownCategories(many, "Subject 0", false, compare))).toContain("Subject 0");
    expect(shownCategories(many, "Subject 11", false, compare)).toHaveLength(FIRST_CATEGORIES);
  });

  it("shows the chosen category also when the search leaves it without books", () => {
    expect(shownCategories(many.slice(1, 3), "Poetry", false, compare).at(-1)).toEqual({
      name: "Poetry",
      count: 0,
    });
    expect(names(shownCategories([], "Poetry", false, compare))).toEqual(["Poetry"]);
  });
});
