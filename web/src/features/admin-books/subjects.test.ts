import { describe, expect, it } from "vitest";
import { withSubject } from "./subjects.ts";

describe("withSubject", () => {
  it.each([
    [["Law"], " Physics ", ["Law", "Physics"]],
    [["Law"], "law", ["Law"]],
    [["Law"], "  ", ["Law"]],
    [[], "Éco", ["Éco"]],
    [["Éco"], "ÉCO", ["Éco"]],
  ])("in %j adds %j", (subjects, text, all) => {
    expect(withSubject(subjects, text)).toEqual(all);
  });
});
