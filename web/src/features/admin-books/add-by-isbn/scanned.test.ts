import { expect, test } from "vitest";
import { isbnOf } from "./scanned.ts";

test.each([
  ["9780134610993", "9780134610993"],
  ["978-0-13-461099-3", "9780134610993"],
  [" 0-13-461099-7 ", "9780134610993"],
  ["080442957x", "9780804429573"],
  // What scanners add: the symbology, and the price beside the number.
  ["]E09780134610993", "9780134610993"],
  ["978013461099351295", "9780134610993"],
  ["]E0978013461099312", "9780134610993"],
  ["ISBN 978-0-13-461099-3", "9780134610993"],
  ["ISBN-13: 9780134610993", "9780134610993"],
])("%s is the number %s", (text, isbn) => {
  expect(isbnOf(text)).toBe(isbn);
});

test.each(["", "9780134610994", "4006381333931", "1001", "Dune", "97801346109931"])(
  "%s is no ISBN",
  (text) => {
    expect(isbnOf(text)).toBeNull();
  },
);
