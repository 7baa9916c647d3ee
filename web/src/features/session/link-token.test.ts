import { describe, expect, it } from "vitest";
import { tokenIn } from "./link-token.ts";

describe("the token of a link", () => {
  it.each([
    ["#token=abc123", "abc123"],
    ["#token=abc123&other=1", "abc123"],
    ["#token=", null],
    ["#other=1", null],
    ["#", null],
    ["", null],
  ])("of %j is %j", (hash, token) => {
    expect(tokenIn(hash)).toBe(token);
  });
});
