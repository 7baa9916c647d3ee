import { describe, expect, it } from "vitest";
import { changesOf } from "./change-form.ts";

describe("changesOf", () => {
  it("has only the chosen fields", () => {
    expect(changesOf({})).toEqual({});
    expect(changesOf({ category: " Nature " })).toEqual({ category: "Nature" });
  });

  it("removes a value that is left empty, except those that each book has", () => {
    expect(
      changesOf({ publisher: " ", itemType: "", borrowingPeriod: "", category: "", author: "" }),
    ).toEqual({ publisher: null, itemType: null, borrowingPeriod: null, category: "", author: "" });
  });

  it("reads numbers, marks and lines", () => {
    expect(
      changesOf({
        borrowingPeriod: "14",
        isSemesterStudy: "false",
        addSubjects: "Bees\n\n Honey, wild \n",
        removeSubjects: "",
      }),
    ).toEqual({
      borrowingPeriod: 14,
      isSemesterStudy: false,
      addSubjects: ["Bees", "Honey, wild"],
      removeSubjects: [],
    });
  });
});
