import { describe, expect, it } from "vitest";
import { readClosures } from "./closures-file.ts";

const present = [{ date: "2026-12-25", name: "Christmas" }];

describe("readClosures", () => {
  it("separates new dates, duplicates and invalid lines", () => {
    const file =
      'date,name\r\n2026-12-24,"Christmas Eve, afternoon"\n2026-12-25,Christmas\n\n2026-12-24,again\n2026-02-30,no such day\n24.12.2026,other form\n2026-12-31,\n';
    expect(readClosures(file, present).map(({ line, state }) => [line, state])).toEqual([
      [2, "new"],
      [3, "known"],
      [5, "known"],
      [6, "wrong"],
      [7, "wrong"],
      [8, "wrong"],
    ]);
    expect(readClosures(file, present)[0]?.name).toBe("Christmas Eve, afternoon");
  });

  it("reads a file without a heading, and an empty file", () => {
    expect(readClosures("\uFEFF2026-05-01;May Day", []).map(({ state }) => state)).toEqual(["new"]);
    expect(readClosures("", [])).toEqual([]);
  });
});
