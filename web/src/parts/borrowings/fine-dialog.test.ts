import { describe, expect, it } from "vitest";
import { settlementProblems } from "./fine-dialog.tsx";

describe("settlementProblems", () => {
  it.each([
    ["2.50", undefined],
    ["0.01", undefined],
    ["2.51", "admin.fines.amountHigh"],
    ["0", "admin.fines.amountZero"],
    ["", "admin.fines.amountInvalid"],
    ["2.505", "admin.fines.amountInvalid"],
  ])("for a fine of 2.50 checks a payment of %j", (amount, problem) => {
    expect(settlementProblems("payment", 2.5, { amount, note: "" })).toEqual(
      problem ? { amount: problem } : {},
    );
  });

  it("requires a reason for a waiver, with at most 500 characters", () => {
    const check = (note: string) => settlementProblems("waiver", 1, { amount: "1", note }).note;
    expect(check("  ")).toBe("admin.fines.reasonRequired");
    expect(check("📚".repeat(500))).toBeUndefined();
    expect(check("📚".repeat(501))).toBe("admin.fines.reasonLong");
  });
});
