import { describe, expect, it } from "vitest";
import { parseCsv, toCsv } from "./csv.ts";

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
    ["＝1+1", "'＝1+1"],
    ["x;=1+1+cmd|'/C calc'!A0;y", "x;'=1+1+cmd|'/C calc'!A0;y"],
    ["a\t-1| @b", "a\t'-1|' @b"],
    ['a;"=1"', '"a;\'""=1"""'],
    ["two\n=1\r\n+1", "\"two\n'=1\r\n'+1\""],
    ["\tplain", "'\tplain"],
    ["2+2", "2+2"],
    ["a;b|c", "a;b|c"],
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

describe("parseCsv", () => {
  it.each([
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\r\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ['"a, ""b""","c\nd"', [['a, "b"', "c\nd"]]],
    ['"never closed', [["never closed"]]],
    ["a,", [["a", ""]]],
    ["", []],
  ])("reads %j", (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it("reads what toCsv writes", () => {
    const rows = [
      ["one", 'two "2"'],
      ["three, 3", "four\n4"],
    ];
    expect(parseCsv(toCsv(rows))).toEqual(rows);
  });
});
