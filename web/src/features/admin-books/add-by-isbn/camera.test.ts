import { expect, test } from "vitest";
import { canScan, steadyCodes } from "./camera.ts";

test("a code counts when two pictures have it, and once while it stays", () => {
  const next = steadyCodes();
  const seen = (
    [
      ["A", 0],
      ["B", 100],
      ["A", 200],
      ["A", 300],
      ["A", 1_000],
      [null, 1_100],
      ["A", 1_200],
      ["A", 1_300],
      ["B", 1_400],
      ["B", 1_500],
      ["A", 4_000],
      ["A", 4_100],
    ] as const
  ).map(([code, now]) => next(code, now));
  expect(seen.flatMap((code, place) => (code === null ? [] : [[code, place]]))).toEqual([
    ["A", 3],
    ["B", 9],
    ["A", 11],
  ]);
});

test("a browser without the interface cannot scan", async () => {
  expect(await canScan()).toBe(false);
});
