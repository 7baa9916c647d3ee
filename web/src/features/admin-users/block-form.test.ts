import { describe, expect, it } from "vitest";
import { blockProblems } from "./block-form.tsx";

describe("blockProblems", () => {
  it.each([
    ["", "admin.users.validation.blockReasonRequired"],
    [" \n ", "admin.users.validation.blockReasonRequired"],
    ["Lost books", undefined],
    ["😀".repeat(500), undefined],
    [` ${"x".repeat(500)} `, undefined],
    ["x".repeat(501), "admin.users.validation.blockReasonLong"],
  ])("answers %j with %j", (reason, expected) => {
    expect(blockProblems({ reason }).reason).toBe(expected);
  });
});
