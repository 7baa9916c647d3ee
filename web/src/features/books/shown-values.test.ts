import { describe, expect, it } from "vitest";
import { FIRST_VALUES, shownValues } from "./shown-values.ts";

const labelOf = (value: string) => value.toUpperCase();
const many = Array.from({ length: 12 }, (_, n) => ({
  value: `subject ${n}`,
  label: `SUBJECT ${n}`,
  count: 12 - n,
}));
const shown = (chosen: string[], all = false, values = many) =>
  shownValues(values, chosen, all, labelOf).map(({ value }) => value);

describe("shownValues", () => {
  it("shows the first few, and all on request", () => {
    expect(shown([])).toEqual(many.slice(0, FIRST_VALUES).map(({ value }) => value));
    expect(shown([], true)).toHaveLength(many.length);
  });

  it("always shows the chosen values, once", () => {
    expect(shown(["subject 11", "subject 0"])).toEqual([...shown([]), "subject 11"]);
  });

  it("shows a chosen value also when other filters leave it without books", () => {
    const last = shownValues(many.slice(1, 3), ["poetry"], false, labelOf).at(-1);
    expect(last).toEqual({ value: "poetry", label: "POETRY", count: 0 });
    expect(shown(["poetry"], false, [])).toEqual(["poetry"]);
  });
});
