import { describe, expect, it } from "vitest";
import { choiceOf, pageOf, withChanges } from "./use-address.ts";

describe("withChanges", () => {
  it("sets, replaces and removes values, and leaves the others unchanged", () => {
    const query = new URLSearchParams("search=dune&page=3&tab=copies");
    const changed = withChanges(query, { page: null, search: "", sort: "title", tab: "record" });
    expect(changed.toString()).toBe("tab=record&sort=title");
    expect(query.toString()).toBe("search=dune&page=3&tab=copies");
  });
});

describe("pageOf", () => {
  it.each([
    ["", 1],
    ["page=1", 1],
    ["page=12", 12],
    ["page=0", 1],
    ["page=-2", 1],
    ["page=1.5", 1],
    ["page=two", 1],
    ["page=1e99", 1],
  ])("reads %j as %i", (query, page) => {
    expect(pageOf(new URLSearchParams(query))).toBe(page);
  });
});

describe("choiceOf", () => {
  const choices = ["all", "overdue"] as const;
  it.each([
    ["status=overdue", "overdue"],
    ["status=lost", "all"],
    ["", "all"],
  ])("reads %j as %s", (query, choice) => {
    expect(choiceOf(new URLSearchParams(query), "status", choices, "all")).toBe(choice);
  });
});
