import { expect, test } from "vitest";
import { emptyBook } from "../book-form.ts";
import { type FoundBook, filledValues, unchangedFields } from "./filled.ts";

const EMPTY = emptyBook({ language: "en" });

const FOUND: FoundBook = {
  draft: {
    title: "Bees",
    author: "Jane Roe",
    category: null,
    description: null,
    isbn: "9780134610993",
    publisher: "Hive Press",
    editionStatement: null,
    language: null,
    publishedYear: 2020,
    pages: null,
    details: {
      contributors: [{ name: "Jane Roe", role: "author" }],
      subjects: [],
      series: [],
      otherTitles: [],
      identifiers: [],
      callNumber: "595.79",
      audience: null,
      readingLevel: null,
      notes: null,
      contents: null,
      links: [],
    },
  },
  marcRecord: null,
  openLibraryCover: null,
};

test("fills the form with what the source has", () => {
  const values = filledValues(EMPTY, "9780134610993", FOUND);
  expect(values).toMatchObject({
    title: "Bees",
    author: "Jane Roe",
    publisher: "Hive Press",
    publishedYear: "2020",
    pages: "",
    category: "",
    language: "English",
    callNumber: "595.79",
    isbn: "9780134610993",
    copies: 1,
  });
  expect(values.contributors).toHaveLength(1);
});

test("a book without a language is in the one of the library", () => {
  const german = emptyBook({ language: "de" });
  const filled = filledValues(german, "9780134610993", FOUND);
  expect(filled.language).toBe("German");
  // It is no finding of the source.
  expect(unchangedFields(german, filled, filled)).not.toContain("language");
});

test("without a source only the number is filled in", () => {
  expect(filledValues(EMPTY, "9780134610993", null)).toEqual({ ...EMPTY, isbn: "9780134610993" });
});

test("a field is marked until a person changes it", () => {
  const filled = filledValues(EMPTY, "9780134610993", FOUND);
  const marked = (values: typeof filled) => [...unchangedFields(EMPTY, filled, values)].sort();
  const all = ["author", "callNumber", "contributors", "publishedYear", "publisher", "title"];
  expect(marked(filled)).toEqual(all);
  expect(marked({ ...filled, title: "Bees and ants" })).toEqual(
    all.filter((field) => field !== "title"),
  );
});
