import { describe, expect, it } from "vitest";
import { toCsv } from "./csv.ts";

describe("toCsv", () => {
  it.each([
    ["plain", "plain"],
    ["two, three", '"two, three"'],
    ['the "best"', '"the ""best"""'],
    ["line\nbreak", '"line\nbreak"'],
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-1", "'-1"],
    ["@now", "'@now"],
    ["  =SUM(A1)", "'  =SUM(A1)"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ["2+2", "2+2"],
    [-1.5, "-1.5"],
    [null, ""],
  ] as const)("writes %j as %j", (value, written) => {
    expect(toCsv([[value]])).toBe(`\uFEFF${written}\r\n`);
  });

  it("separates cells by commas and ends every row", () => {
    expect(
      toCsv([
        ["a", 1],
        ["b", 2],
      ]),
    ).toBe("\uFEFFa,1\r\nb,2\r\n");
  });
});
