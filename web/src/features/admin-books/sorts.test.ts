import { describe, expect, it } from "vitest";
import { sortInForce } from "./sorts.ts";

describe("sortInForce", () => {
  it.each([
    ["", "", "createdAt"],
    ["", "dune", "relevance"],
    ["title", "", "title"],
    ["title", "dune", "title"],
    ["relevance", "dune", "relevance"],
    ["relevance", "", "createdAt"],
  ] as const)("for the choice %j and the search %j is %s", (chosen, search, sort) => {
    expect(sortInForce(chosen, search)).toBe(sort);
  });
});
