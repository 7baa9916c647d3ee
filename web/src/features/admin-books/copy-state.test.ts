import { describe, expect, it } from "vitest";
import { copyStateOf, inCollectionFirst } from "./copy-state.ts";

describe("copyStateOf", () => {
  it("knows the server's states, and takes others for unavailable", () => {
    expect(copyStateOf({ state: "on_loan" })).toBe("on_loan");
    expect(copyStateOf({ state: "at_the_binder" })).toBe("in_repair");
  });
});

describe("inCollectionFirst", () => {
  it("puts withdrawn copies last and keeps the order otherwise", () => {
    const copies = [
      { barcode: "1", state: "withdrawn" },
      { barcode: "2", state: "on_loan" },
      { barcode: "3", state: "withdrawn" },
      { barcode: "4", state: "available" },
    ];
    const order = inCollectionFirst(copies).map(({ barcode }) => barcode);
    expect(order).toEqual(["2", "4", "1", "3"]);
  });
});
