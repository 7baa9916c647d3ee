import { describe, expect, it } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { english } from "@/lib/i18n/index.ts";
import { aBorrowing } from "@/test/fixtures/borrowings.ts";
import { historyCsv } from "./history-csv.ts";

const borrowing = (changes: Partial<Borrowing>): Borrowing =>
  aBorrowing({
    book: {
      _id: "k1",
      title: "Dune",
      author: "Frank Herbert",
      category: "Fiction",
      coverImage: null,
    },
    copy: { _id: "c1", barcode: "0000042" },
    status: "returned",
    borrowedDate: "2024-03-01T04:30:00.000Z",
    dueDate: "2024-03-16T03:59:59.000Z",
    dueOn: "2024-03-15",
    returnedDate: "2024-03-18T15:00:00.000Z",
    fineAmount: 0.75,
    finePaid: false,
    fineOutstanding: 0.5,
    ...changes,
  });

describe("historyCsv", () => {
  it("writes dates in the library's time zone and amounts in its currency", () => {
    const lines = historyCsv(
      [borrowing({}), borrowing({ status: "active", returnedDate: null, fineAmount: 0 })],
      "America/New_York",
      english,
    ).split("\r\n");
    expect(lines[0]).toBe(
      "\uFEFFTitle,Author,Category,Copy,Status,Borrowed,Due,Returned,Fine (USD),Unpaid (USD)",
    );
    expect(lines[1]).toBe(
      "Dune,Frank Herbert,Fiction,0000042,Returned,2024-02-29,2024-03-15,2024-03-18,0.75,0.50",
    );
    expect(lines[2]).toBe(
      "Dune,Frank Herbert,Fiction,0000042,Active,2024-02-29,2024-03-15,,0.00,0.50",
    );
  });

  it("has a heading row also without borrowings", () => {
    expect(historyCsv([], "UTC", english)).toMatch(/^\uFEFFTitle,.*\r\n$/);
  });
});
