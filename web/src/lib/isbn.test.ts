import { expect, it } from "vitest";
import { hyphenateIsbn } from "./isbn.ts";

it.each([
  ["9780441013593", "978-0-441-01359-3"],
  ["9783161484100", "978-3-16-148410-0"],
  ["not an ISBN", "not an ISBN"],
])("writes %s as %s", async (isbn, written) => {
  expect(await hyphenateIsbn(isbn)).toBe(written);
});
