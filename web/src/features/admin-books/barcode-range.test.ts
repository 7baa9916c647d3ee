import { describe, expect, it } from "vitest";
import { mayHaveCheckDigits, rangeOf } from "./barcode-range.ts";

const range = (first: string, last: string, checkDigits = true) =>
  rangeOf({ first, last, checkDigits });

describe("a range of barcodes", () => {
  it.each([
    ["000123", "000126", ["000123", "000124", "000125", "000126"]],
    ["A-0017", "A-0018", ["A-0017", "A-0018"]],
    [" A-0017 ", "a-0018", ["A-0017", "A-0018"]],
    ["098", "101", ["098", "099", "100", "101"]],
    ["B2-9", "B2-9", ["B2-9"]],
    ["978-014", "978-015", ["978-014", "978-015"]],
    // Longer than the numbers that JavaScript counts exactly.
    ["90071992547409929", "90071992547409930", ["90071992547409929", "90071992547409930"]],
  ])("from %j to %j is expanded", (first, last, barcodes) => {
    expect(range(first, last)).toEqual({ barcodes, problems: null });
  });

  it.each([
    ["", "", { first: "admin.books.barcodeRequired", last: "admin.books.barcodeRequired" }],
    ["000123", "", { last: "admin.books.barcodeRequired" }],
    ["A", "A-1", { first: "admin.books.range.noNumber" }],
    ["A-1", "B", { last: "admin.books.range.noNumber" }],
    ["A-0017", "B-0018", { last: "admin.books.range.otherBeginning" }],
    ["99", "101", { last: "admin.books.range.otherLength" }],
    ["A-0018", "A-0017", { last: "admin.books.range.descending" }],
    ["0000", "1000", { last: { key: "admin.books.range.tooMany", values: { most: 1000 } } }],
    ["1".repeat(101), "2", { first: { key: "admin.books.range.tooLong", values: { max: 100 } } }],
  ])("from %j to %j says what is wrong", (first, last, problems) => {
    expect(range(first, last)).toEqual({ barcodes: null, problems });
  });

  it("has at most as many barcodes as one call takes", () => {
    expect(range("0001", "1000").barcodes).toHaveLength(1000);
  });

  it("of 14 digits has the check digit of each barcode, unless they are counted with it", () => {
    // The barcodes that the server generates for the copies 8 to 11.
    const generated = ["30000000000087", "30000000000095", "30000000000103", "30000000000111"];
    const [first = "", , , last = ""] = generated;
    expect(mayHaveCheckDigits({ first, last })).toBe(true);
    expect(range(first, last)).toEqual({ barcodes: generated, problems: null });
    expect(range(first, last, false).barcodes).toHaveLength(25);
  });

  it("of 14 digits without check digits counts all digits", () => {
    expect(mayHaveCheckDigits({ first: "30000000000087", last: "30000000000090" })).toBe(false);
    expect(range("30000000000087", "30000000000090").barcodes).toHaveLength(4);
  });
});
