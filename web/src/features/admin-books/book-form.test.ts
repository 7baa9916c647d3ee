import { describe, expect, it } from "vitest";
import { english, type TextKey, type TextValues } from "@/lib/i18n/index.ts";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import { BOOK_FORM } from "@/lib/limits.ts";
import { BOOK_LINES } from "@/parts/books/book-lines.ts";
import { aBookDetail } from "@/test/fixtures/books.ts";
import {
  type BookValues,
  bookChange,
  bookProblems,
  emptyBook,
  newBook,
  valuesOf,
} from "./book-form.ts";

await loadTexts("staff");

const ADDED = { year: 2024, isNew: true };
const STORED = { year: 2024, isNew: false };

const dune = aBookDetail({ isSemesterStudy: true, semesterCategories: ["Humanities"] });

const EMPTY = emptyBook({ language: "en" });
const full = { ...EMPTY, title: "Dune", author: "Frank Herbert", category: "Fiction" };

describe("bookProblems", () => {
  const check = (changes: Partial<BookValues>) => bookProblems({ ...full, ...changes }, ADDED);

  it("requires title, author and category only", () => {
    expect(bookProblems(EMPTY, ADDED)).toEqual({
      title: "admin.books.validation.titleRequired",
      author: "admin.books.validation.authorRequired",
      category: "admin.books.validation.categoryRequired",
    });
    expect(check({})).toEqual({});
    expect(bookProblems(valuesOf(dune, 14), STORED)).toEqual({});
  });

  it.each([
    ["title", "x".repeat(301), "titleLong"],
    ["author", "x".repeat(201), "authorLong"],
    ["category", "x".repeat(81), "categoryLong"],
    ["language", "x".repeat(61), "languageLong"],
    ["description", "x".repeat(5001), "descriptionLong"],
    ["isbn", "978-0-201-89683-2", "isbn"],
    ["coverImage", "http://covers.example/1.jpg", "cover"],
    ["coverImage", "//covers.example/1.jpg", "cover"],
    ["coverImage", "https://covers.example/a b.jpg", "cover"],
    ["coverImage", `https://covers.example/${"x".repeat(500)}`, "coverLong"],
  ] as const)("rejects %s %j", (field, value, problem) => {
    expect(check({ [field]: value })).toEqual({ [field]: `admin.books.validation.${problem}` });
  });

  it.each([
    ["pages", "0", "Pages must be between 1 and 20000"],
    ["pages", "20001", "Pages must be between 1 and 20000"],
    ["pages", "12.5", "Enter a whole number from 1 to 20000"],
    ["pages", "1,200", "Enter a whole number from 1 to 20000"],
    ["pages", "many", "Enter a whole number from 1 to 20000"],
    ["publishedYear", "2027", "Year of publication must be between -3000 and 2026"],
    ["publishedYear", "-3001", "Year of publication must be between -3000 and 2026"],
    ["publishedYear", "19840101", "Year of publication must be between -3000 and 2026"],
    ["publishedYear", "c. 1984", "Enter a whole number from -3000 to 2026"],
    ["borrowingPeriod", "0", "Borrowing period must be between 1 and 365 days"],
    ["borrowingPeriod", "366", "Borrowing period must be between 1 and 365 days"],
    ["borrowingPeriod", "1.5", "Enter a whole number from 1 to 365"],
  ] as const)("rejects %s %j with the range", (field, value, words) => {
    const { [field]: problem, ...others } = check({ [field]: value });
    const { key, values } = problem as { key: TextKey; values: TextValues };
    expect(english(key, values)).toBe(words);
    expect(others).toEqual({});
  });

  it.each(BOOK_LINES)("limits and sends %s", (line) => {
    const text = "x".repeat(BOOK_FORM[line].max);
    expect(check({ [line]: text })).toEqual({});
    expect(check({ [line]: `${text}x` })).toEqual({
      [line]: {
        key: "admin.books.validation.lineLong",
        values: { max: BOOK_FORM[line].max },
      },
    });
    expect(newBook({ ...full, [line]: ` ${text} ` })[line]).toBe(text);
    const before = valuesOf({ ...dune, [line]: "Before" }, 14);
    expect(bookChange(before, { ...before, [line]: "" })).toEqual({ [line]: null });
  });

  it.each([
    ["title", "📚".repeat(300)],
    ["pages", "20000"],
    ["publishedYear", "2026"],
    ["publishedYear", "-3000"],
    ["publishedYear", "−44"],
    ["borrowingPeriod", "365"],
    ["isbn", "0-306-40615-2"],
    ["coverImage", "https://covers.example/1.jpg"],
    ["coverImage", "/covers/1.jpg"],
  ] as const)("accepts %s %j", (field, value) => {
    expect(check({ [field]: value })).toEqual({});
  });

  it("limits the subjects of study books only", () => {
    const many = Array.from({ length: 13 }, (_, index) => `Subject ${index}`);
    const problem = { semesterCategories: "admin.books.validation.subjectsMany" };
    expect(check({ isSemesterStudy: true, semesterCategories: many })).toEqual(problem);
    expect(check({ isSemesterStudy: false, semesterCategories: many })).toEqual({});
    expect(check({ isSemesterStudy: true, semesterCategories: ["x".repeat(81)] })).toEqual({
      semesterCategories: "admin.books.validation.subjectLong",
    });
  });

  it("limits the number of copies", () => {
    expect(check({ copies: 1001 })).toEqual({ copies: "admin.books.validation.copies" });
    expect(check({ copies: -1 })).toEqual({ copies: "admin.books.validation.copies" });
    expect(check({ copies: 2.5 })).toEqual({ copies: "admin.books.validation.copies" });
    expect(check({ copies: null })).toEqual({ copies: "admin.books.validation.copiesRequired" });
    expect(check({ copies: 0 })).toEqual({});
  });
});

describe("newBook", () => {
  it("trims texts, and leaves empty fields out", () => {
    expect(newBook({ ...full, title: " Dune ", publishedYear: "−44", copies: 0 })).toMatchObject({
      title: "Dune",
      author: "Frank Herbert",
      category: "Fiction",
      language: "English",
      description: null,
      isbn: null,
      itemType: null,
      publisher: null,
      publishedYear: -44,
      pages: null,
      coverImage: null,
      borrowingPeriod: null,
      semesterCategories: [],
      copies: 0,
    });
  });

  it("uses the category of a study book without a subject", () => {
    expect(newBook({ ...full, isSemesterStudy: true }).semesterCategories).toEqual(["Fiction"]);
  });
});

describe("bookChange", () => {
  const before = valuesOf(dune, 14);

  it("is empty when nothing changed", () => {
    expect(bookChange(before, { ...before, title: "Dune " })).toEqual({});
  });

  it("sends changed fields, and null for emptied ones", () => {
    const after = { ...before, publisher: "", pages: "700", isSemesterStudy: false };
    expect(bookChange(before, after)).toEqual({
      publisher: null,
      pages: 700,
      semesterCategories: [],
    });
  });

  it("leaves out a borrowing period that is the library's default", () => {
    expect(before.borrowingPeriod).toBe("");
    expect(valuesOf({ ...dune, borrowingPeriod: 28 }, 14).borrowingPeriod).toBe("28");
  });
});
