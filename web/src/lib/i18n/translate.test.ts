import { describe, expect, it } from "vitest";
import { english } from "./index.ts";

describe("a translation", () => {
  it("fills the places", () => {
    expect(english("common.loading", { name: "City Library" })).toBe("Loading City Library...");
  });

  it("leaves a place that nobody filled, so that it is seen", () => {
    expect(english("common.loading")).toBe("Loading {{name}}...");
  });

  it.each([
    [0, "Due in 0 days"],
    [1, "Due in 1 day"],
    [2, "Due in 2 days"],
  ])("has a form for %i", (count, text) => {
    expect(english("common.due.in", { count })).toBe(text);
  });

  it("takes values for what they are, not for places of their own", () => {
    expect(english("common.loading", { name: "{{name}} $1 $&" })).toBe("Loading {{name}} $1 $&...");
  });
});
