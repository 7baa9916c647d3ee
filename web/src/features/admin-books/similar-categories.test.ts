import { describe, expect, it } from "vitest";
import { isKnownCategory, similarCategories } from "./similar-categories.ts";

const CATEGORIES = ["Children and Young Adults", "Science", "Science Fiction", "History", "Poetry"];

describe("similar categories", () => {
  it.each([
    ["Childrens fiction", ["Children and Young Adults", "Science Fiction"]],
    ["science", ["Science", "Science Fiction"]],
    ["Histories", ["History"]],
    ["Poésie", []],
    ["Cooking", []],
    ["and", []],
    ["  ", []],
  ])("offers for %s %j", (name, expected) => {
    expect(similarCategories(name, CATEGORIES).sort()).toEqual([...expected].sort());
  });

  it("lists the most similar first", () => {
    expect(similarCategories("science fictions", CATEGORIES)).toEqual([
      "Science Fiction",
      "Science",
    ]);
  });

  it("recognizes a category by its exact name", () => {
    expect(isKnownCategory(" Science ", CATEGORIES)).toBe(true);
    expect(isKnownCategory("science", CATEGORIES)).toBe(false);
  });
});
