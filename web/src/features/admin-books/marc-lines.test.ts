import { expect, it } from "vitest";
import { lineOf, rangeOfLine } from "./marc-lines.ts";

it.each([
  [1, "=001  1"],
  [2, "nonsense"],
  [3, ""],
  [4, "=245  10$aOne"],
  [9, ""],
])("finds line %i", (line, words) => {
  const text = "=001  1\nnonsense\n\n=245  10$aOne";
  expect(text.slice(...rangeOfLine(text, line))).toBe(words);
});

it.each([
  ["marc_line", "Zeile 12: kein Feld", 12],
  ["marc_field", "Field 245: missing", null],
  [undefined, "Line 3", null],
] as const)("reads the line of an error with the code %s", (code, message, line) => {
  expect(lineOf({ ...(code ? { code } : {}), message })).toBe(line);
});
