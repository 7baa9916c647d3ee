import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sources } from "@/test/sources.ts";

const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync("../openapi.json", "utf8"),
);

/** `GET /api/books/{}` for every call that the server has. */
const served = new Set(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "{}")}`,
    ),
  ),
);

/** Every call in the app's code. */
const made = sources().flatMap(({ path, text }) =>
  [...text.matchAll(/\bcall(?:<[^(]*>)?\(\s*"(\w+)",\s*(?:"([^"]+)"|`([^`]+)`)/g)].map(
    ([, method, plain, template = ""]) =>
      [`${method} /api${(plain ?? template).replace(/\$\{[^}]*\}/g, "{}")}`, path] as const,
  ),
);

describe("the API calls in the source code", () => {
  it("are found by the scanner", () => {
    expect(made.map(([call]) => call)).toEqual(
      expect.arrayContaining(["GET /api/books", "PUT /api/admin/borrowings/{}/return"]),
    );
  });

  it.each(made)("%s is an operation of the server (%s)", (call) => {
    // A variable part of a path may be an id, or one of the server's names in that place.
    const pattern = new RegExp(`^${call.replaceAll("{}", "([\\w-]+|\\{\\})")}$`);
    expect([...served].filter((known) => pattern.test(known))).not.toEqual([]);
  });
});
