import { beforeEach, describe, expect, it } from "vitest";
import { forgetSearch, recentSearches, rememberSearch } from "./recent-searches.ts";

beforeEach(() => localStorage.clear());

describe("what was searched for lately", () => {
  it("is remembered, the latest first, each once", () => {
    for (const text of ["dune", " solaris ", "DUNE", "", "  "]) rememberSearch("ada", text);
    expect(recentSearches("ada")).toEqual(["DUNE", "solaris"]);
  });

  it("is at most six searches", () => {
    for (const text of ["1", "2", "3", "4", "5", "6", "7"]) rememberSearch("ada", text);
    expect(recentSearches("ada")).toEqual(["7", "6", "5", "4", "3", "2"]);
  });

  it("belongs to one person, and can be forgotten", () => {
    rememberSearch("ada", "dune");
    rememberSearch("bob", "solaris");
    expect(forgetSearch("ada", "dune")).toEqual([]);
    expect(recentSearches("ada")).toEqual([]);
    expect(recentSearches("bob")).toEqual(["solaris"]);
    expect(Object.keys(localStorage)).toEqual(["searches:bob"]);
  });

  it.each(["{", "3", '"dune"', "null", "[1, null, {}]"])(
    "is nothing when %s is stored",
    (stored) => {
      localStorage.setItem("searches:ada", stored);
      expect(recentSearches("ada")).toEqual([]);
    },
  );
});
