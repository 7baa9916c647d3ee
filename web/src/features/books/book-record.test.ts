import { expect, it } from "vitest";
import { someDetails } from "@/test/fixtures/books.ts";
import {
  addressOfDoi,
  booksAbout,
  booksInSeries,
  booksOf,
  hostOf,
  namesByRole,
  numbersByKind,
} from "./book-record.ts";

it("groups contributors by role and identifiers by kind, in their order", () => {
  const details = someDetails({
    contributors: [
      { name: "Ann", role: "translator" },
      { name: "Bo", role: "" },
      { name: "Cy", role: "translator" },
    ],
    identifiers: [
      { kind: "doi", value: "10.1/a" },
      { kind: "isbn", value: "9780674953772" },
      { kind: "doi", value: "10.1/b" },
    ],
  });
  expect(namesByRole(details)).toEqual([
    ["translator", ["Ann", "Cy"]],
    ["author", ["Bo"]],
  ]);
  expect(numbersByKind(details)).toEqual([
    ["doi", ["10.1/a", "10.1/b"]],
    ["isbn", ["9780674953772"]],
  ]);
});

it("links to the books of people, subjects and series", () => {
  expect(booksOf("Ann Lee", "author")).toBe("/books?author=Ann+Lee");
  expect(booksOf("Ann Lee", "translator")).toBe("/books?search=author%3A%22Ann+Lee%22");
  expect(booksAbout("Bees -- Behavior")).toBe("/books?subject=Bees+--+Behavior");
  // A search has no escapes for quotes.
  expect(booksInSeries('The "Hive"')).toBe("/books?search=series%3A%22The++Hive%22");
});

it.each([
  ["10.4159/9780674043404", "https://doi.org/10.4159/9780674043404"],
  ["doi: 10.1000/1", "https://doi.org/10.1000/1"],
  ["https://dx.doi.org/10.1000/1", "https://doi.org/10.1000/1"],
  ["10.1000/a<b", "https://doi.org/10.1000/a%3Cb"],
])("makes an address of the DOI %s", (doi, address) => {
  expect(addressOfDoi(doi)).toBe(address);
});

it.each([
  ["https://www.example.org/a", "example.org"],
  ["HTTP://example.org:8080/", "example.org:8080"],
  ["javascript:alert(1)", null],
  ["https://[", null],
])("finds the host of %s", (address, host) => {
  expect(hostOf(address)).toBe(host);
});
