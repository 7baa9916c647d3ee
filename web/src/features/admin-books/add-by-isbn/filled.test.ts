import { expect, test } from "vitest";
import { NEW_BOOK } from "../book-form.ts";
import { type FoundBook, filledValues, unchangedFields } from "./filled.ts";

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
  const values = filledValues("9780134610993", FOUND);
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

test("without a source only the number is filled in", () => {
  expect(filledValues("9780134610993", null)).toEqual({ ...NEW_BOOK, isbn: "9780134610993" });
});

test("a field is marked until a person changes it", () => {
  const filled = filledValues("9780134610993", FOUND);
  const marked = (values: typeof filled) => [...unchangedFields(filled, values)].sort();
  const all = ["author", "callNumber", "contributors", "publishedYear", "publisher", "title"];
  expect(marked(filled)).toEqual(all);
  expect(marked({ ...filled, title: "Bees and ants" })).toEqual(
    all.filter((field) => field !== "title"),
  );
});
