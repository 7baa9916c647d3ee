import { describe, expect, it } from "vitest";
import { inCollectionFirst } from "./copy-state.ts";

describe("inCollectionFirst", () => {
  it("sorts withdrawn copies last and does not reorder the others", () => {
    const copies = [
      { barcode: "1", state: "withdrawn" },
      { barcode: "2", state: "on_loan" },
      { barcode: "3", state: "withdrawn" },
      { barcode: "4", state: "available" },
    ] as const;
    const order = inCollectionFirst(copies).map(({ barcode }) => barcode);
    expect(order).toEqual(["2", "4", "1", "3"]);
  });
});
