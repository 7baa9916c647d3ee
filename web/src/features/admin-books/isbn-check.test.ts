import { describe, expect, it } from "vitest";
import { isIsbn } from "./isbn-check.ts";

describe("isIsbn", () => {
  it.each([
    "9780201896831",
    "978-0-201-89683-1",
    "978 0 201 89683 1",
    "978‐0‑201‒89683–1",
    "0-306-40615-2",
    "080442957X",
    "0-8044-2957-x",
    "979-10-90636-07-1",
  ])("accepts %s", (text) => {
    expect(isIsbn(text)).toBe(true);
  });

  it.each([
    "",
    "978-0-201-89683-2",
    "9770201896831",
    "0-306-40615-3",
    "X306406152",
    "978020189683",
    "97802018968311",
    "978020189683X",
    "not an isbn",
  ])("rejects %j", (text) => {
    expect(isIsbn(text)).toBe(false);
  });
});
