import { describe, expect, it } from "vitest";
import { type ImportLine, linkRows, shownLines } from "./import-lines.ts";

const line = (
  number: number,
  fate: ImportLine["fate"],
  path: string | null = null,
): ImportLine => ({
  line: number,
  name: `Person ${number}`,
  email: `p${number}@school.example`,
  fate,
  errors: [],
  link: path === null ? null : { path, expiresAt: "2024-02-05T09:30:00.000Z" },
});

describe("the lines of an import file", () => {
  it("are sorted with the invalid lines first", () => {
    const lines = [line(2, "new"), line(3, "known"), line(4, "new"), line(5, "wrong")];
    expect(shownLines(lines, 3).map((shown) => shown.line)).toEqual([5, 2, 3]);
  });

  it("show password links with the address of the site", () => {
    const lines = [line(2, "new", "/reset-password#token=abc"), line(3, "known")];
    expect(linkRows(lines, "https://library.example")).toEqual([
      ["Person 2", "p2@school.example", "https://library.example/reset-password#token=abc"],
    ]);
  });
});
