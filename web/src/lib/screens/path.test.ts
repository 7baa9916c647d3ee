import { expect, it } from "vitest";
import { sources } from "@/test/sources.ts";
import { pathTo } from "./path.ts";

it.each([
  [pathTo("/books/:id", { id: "book-1" }), "/books/book-1"],
  [pathTo("/books/:id", { id: "a/b?c" }), "/books/a%2Fb%3Fc"],
  [pathTo("/books/:id", { id: "book-1", tab: "copies" }), "/books/book-1?tab=copies"],
  [pathTo("/admin/users", { user: "user 1" }), "/admin/users?user=user+1"],
  [
    pathTo("/books", { category: ["Physics", "Art & Design"], page: 2 }),
    "/books?category=Physics&category=Art+%26+Design&page=2",
  ],
  [pathTo("/books", { search: "", category: null, sort: undefined }), "/books"],
])("%s", (made, expected) => {
  expect(made).toBe(expected);
});

it("accepts only declared screens with all placeholders", () => {
  // @ts-expect-error There is no such screen.
  pathTo("/book/:id", { id: "book-1" });
  // @ts-expect-error The id is missing.
  expect(pathTo("/books/:id", {})).toBe("/books/:id");
});

it("creates every link of the app that contains a value", () => {
  const raw = /\bto=\{`\/|\bnavigate\(`\/|\bto: `\//;
  const files = sources().filter(({ text }) => raw.test(text));
  expect(files.map(({ path }) => path)).toEqual([
    // The paths of the library's pages are their names.
    "features/settings/pages/pages-screen.tsx",
  ]);
});
