import { describe, expect, it } from "vitest";
import { english } from "./index.ts";

describe("a translation", () => {
  it("fills in the placeholders", () => {
    expect(english("common.loading", { name: "City Library" })).toBe("Loading City Library...");
  });

  it("leaves a placeholder without a value visible", () => {
    expect(english("common.loading")).toBe("Loading {{name}}...");
  });

  it.each([
    [0, "Due in 0 days"],
    [1, "Due in 1 day"],
    [2, "Due in 2 days"],
  ])("has a plural form for %i", (count, text) => {
    expect(english("common.due.in", { count })).toBe(text);
  });

  it("keeps the direction of a value inside of the value", () => {
    const loading = (name: string) => english("common.loading", { name });
    for (const name of ["\u202egnidaer", "a\u2069b"]) {
      expect(loading(name)).toBe(`Loading \u2068${name}\u2069...`);
    }
    expect(loading("الأيام")).toBe("Loading الأيام...");
  });

  it("does not expand placeholders inside values", () => {
    expect(english("common.loading", { name: "{{name}} $1 $&" })).toBe("Loading {{name}} $1 $&...");
  });
});
