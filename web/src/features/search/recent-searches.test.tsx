import { beforeEach, describe, expect, it } from "vitest";
import { forgetSearch, recentSearches, rememberSearch } from "./recent-searches.ts";

beforeEach(() => localStorage.clear());

describe("recent searches", () => {
  it("are stored with the latest first, each once", () => {
    for (const text of ["dune", " solaris ", "DUNE", "", "  "]) rememberSearch("ada", text);
    expect(recentSearches("ada")).toEqual(["DUNE", "solaris"]);
  });

  it("are limited to six", () => {
    for (const text of ["1", "2", "3", "4", "5", "6", "7"]) rememberSearch("ada", text);
    expect(recentSearches("ada")).toEqual(["7", "6", "5", "4", "3", "2"]);
  });

  it("belong to one person, and can be removed", () => {
    rememberSearch("ada", "dune");
    rememberSearch("bob", "solaris");
    expect(forgetSearch("ada", "dune")).toEqual([]);
    expect(recentSearches("ada")).toEqual([]);
    expect(recentSearches("bob")).toEqual(["solaris"]);
    expect(Object.keys(localStorage)).toEqual(["searches:bob"]);
  });

  it.each(["{", "3", '"dune"', "null", "[1, null, {}]"])(
    "are empty when %s is stored",
    (stored) => {
      localStorage.setItem("searches:ada", stored);
      expect(recentSearches("ada")).toEqual([]);
    },
  );
});
