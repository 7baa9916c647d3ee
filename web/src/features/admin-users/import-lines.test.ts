import { describe, expect, it } from "vitest";
import { type ImportLine, linkRows, rejectRows, shownLines } from "./import-lines.ts";

const line = (
  number: number,
  fate: ImportLine["fate"],
  path: string | null = null,
): ImportLine => ({
  line: number,
  name: `Person ${number}`,
  email: `p${number}@school.example`,
  fate,
  changes: [],
  errors: [],
  cells: [],
  link: path === null ? null : { path, expiresAt: "2024-02-05T09:30:00.000Z" },
});

describe("the lines of an import file", () => {
  it("are sorted: invalid lines first, lines without a change last", () => {
    const lines = [line(2, "unchanged"), line(3, "changed"), line(4, "new"), line(5, "wrong")];
    expect(shownLines(lines, 3).map((shown) => shown.line)).toEqual([5, 3, 4]);
  });

  it("are exported with all cells and errors if they are invalid", () => {
    const wrong: ImportLine = {
      ...line(4, "wrong"),
      cells: ["Bo", "nowhere"],
      errors: [
        { field: "email", message: "Invalid email address", code: "email_invalid", values: {} },
        { field: "phone", message: "Invalid phone number", code: "phone_invalid", values: {} },
      ],
    };
    const columns = ["Name", "E-mail", "Shoe size"];
    expect(rejectRows({ columns, lines: [line(2, "new"), wrong] }, "Errors")).toEqual([
      ["Name", "E-mail", "Shoe size", "Errors"],
      ["Bo", "nowhere", "", "Invalid email address; Invalid phone number"],
    ]);
  });

  it("have password links with the address of the site", () => {
    const lines = [line(2, "new", "/reset-password#token=abc"), line(3, "changed")];
    expect(linkRows(lines, "https://library.example")).toEqual([
      ["Person 2", "p2@school.example", "https://library.example/reset-password#token=abc"],
    ]);
  });
});
