import { describe, expect, it } from "vitest";
import { defaultSort, listQuery, readFilters, sortsFor } from "./book-filters.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));

describe("readFilters", () => {
  it("shows the newest books as a grid by default", () => {
    expect(read("")).toEqual({
      search: "",
      chosen: {
        category: [],
        author: [],
        subject: [],
        language: [],
        decade: [],
        availability: [],
        semesterStudy: [],
        rating: [],
      },
      chosenCount: 0,
      sort: "createdAt",
      view: "grid",
      page: 1,
      narrowed: false,
    });
  });

  it("reads all values of a filter, each once, and ignores those that the server refuses", () => {
    const { chosen, chosenCount } = read(
      "subject=Bees+--+Behavior&category=Art&category=Art&category=Physics&category=+&decade=1990&decade=1995&decade=-10&decade=x" +
        "&decade=0&minRating=3&minRating=9&availability=soon&isSemesterStudy=true&isSemesterStudy=1",
    );
    expect(chosen).toEqual({
      category: ["Art", "Physics"],
      author: [],
      subject: ["Bees -- Behavior"],
      language: [],
      decade: ["1990", "-10", "0"],
      availability: [],
      semesterStudy: ["true"],
      rating: ["3"],
    });
    expect(chosenCount).toBe(8);
  });

  it.each([
    ["search=dune", "relevance"],
    ["search=dune&sort=title", "title"],
    ["search=dune&sort=createdAt", "createdAt"],
    ["sort=rating", "rating"],
    ["sort=relevance", "createdAt"],
    ["search=%20&sort=relevance", "createdAt"],
    ["sort=nonsense", "createdAt"],
  ])("sorts %j by %s", (query, sort) => {
    expect(read(query).sort).toBe(sort);
  });

  it.each([
    ["search=dune", true],
    ["category=Fiction", true],
    ["availability=available", true],
    ["search=+&category=", false],
    ["sort=title&page=2&view=list", false],
  ])("detects for %j whether a filter is active: %s", (query, narrowed) => {
    expect(read(query).narrowed).toBe(narrowed);
  });
});

describe("listQuery", () => {
  it("requests only the filters in the address", () => {
    expect(listQuery(read("search=%20dune%20&page=3&view=list"))).toEqual({
      search: "dune",
      sort: "relevance",
      page: 3,
      limit: 24,
    });
    expect(listQuery(read("category=Fiction&category=Art&minRating=4&sort=popular"))).toEqual({
      category: ["Fiction", "Art"],
      minRating: ["4"],
      sort: "popular",
      page: 1,
      limit: 24,
    });
  });
});

describe("sortsFor", () => {
  it("offers the best match only during a search, and always the default", () => {
    expect(sortsFor("")).not.toContain("relevance");
    expect(sortsFor("dune")).toContain("relevance");
    for (const search of ["", "dune"]) expect(sortsFor(search)).toContain(defaultSort(search));
  });
});
