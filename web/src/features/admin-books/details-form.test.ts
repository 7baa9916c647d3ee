import { describe, expect, it } from "vitest";
import { BOOK_DETAILS_FORM } from "@/lib/limits.ts";
import { someDetails } from "@/test/fixtures/books.ts";
import {
  changedDetails,
  countOf,
  type DetailsValues,
  detailsProblems,
  detailsValuesOf,
  EMPTY_ROWS,
  moved,
  NO_DETAILS,
  newDetails,
} from "./details-form.ts";

const STORED = someDetails({
  contributors: [
    { name: "Thomas D. Seeley", role: "author" },
    { name: "Margaret Nelson", role: "illustrator" },
  ],
  subjects: [{ heading: "Bees -- Behavior", scheme: "lcsh" }],
  series: [{ title: "Biology of Colonies", volume: "12" }],
  otherTitles: ["Die Weisheit des Bienenstocks"],
  identifiers: [{ kind: "doi", value: "10.4159/9780674043404" }],
  callNumber: "595.799 SEE",
  notes: "With an index.",
  links: [{ address: "https://example.org/hive", label: null }],
});

const person = (name: string, role = "") => ({ ...EMPTY_ROWS.contributors(), name, role });
const subject = (heading: string) => ({ ...EMPTY_ROWS.subjects(), heading });
const link = (address: string, label = "") => ({ ...EMPTY_ROWS.links(), address, label });

describe("newDetails", () => {
  it("sends nothing without details", () => {
    expect(newDetails(NO_DETAILS)).toBeUndefined();
    const contributors = [person(" "), person("", "  ")];
    expect(newDetails({ ...NO_DETAILS, contributors, notes: "\n" })).toBeUndefined();
  });

  it("sends trimmed values without empty rows", () => {
    const details = newDetails({
      ...NO_DETAILS,
      contributors: [person(" Ann Lee ", " translator "), person(""), person("Bo Ek")],
      subjects: [subject("Bees – Behavior"), subject(" Honey - History ")],
      series: [{ ...EMPTY_ROWS.series(), title: "Insects", volume: " " }],
      otherTitles: [{ ...EMPTY_ROWS.otherTitles(), title: " The hive " }],
      identifiers: [{ ...EMPTY_ROWS.identifiers(), value: "1234-5679" }],
      links: [link("https://example.org", "A page")],
      audience: " Adults ",
    });
    expect(details).toEqual({
      contributors: [
        { name: "Ann Lee", role: "translator" },
        { name: "Bo Ek", role: "" },
      ],
      subjects: [
        { heading: "Bees -- Behavior", scheme: null },
        { heading: "Honey -- History", scheme: null },
      ],
      series: [{ title: "Insects", volume: null }],
      otherTitles: ["The hive"],
      identifiers: [{ kind: "issn", value: "1234-5679" }],
      links: [{ address: "https://example.org", label: "A page" }],
      audience: "Adults",
    });
  });
});

describe("changedDetails", () => {
  const before = detailsValuesOf(STORED);
  const change = (changes: Partial<DetailsValues>) =>
    changedDetails(before, { ...before, ...changes });

  it("sends nothing when nothing changed", () => {
    expect(change({})).toBeUndefined();
    expect(change({ contributors: [...before.contributors, person("")] })).toBeUndefined();
  });

  it("sends changed fields only, and null for those without values", () => {
    expect(change({ series: [], callNumber: " ", notes: "With an index and notes." })).toEqual({
      series: null,
      callNumber: null,
      notes: "With an index and notes.",
    });
  });

  it("keeps the scheme of a subject as long as its heading is the same", () => {
    expect(before.subjects[0]?.heading).toBe("Bees – Behavior");
    expect(change({ subjects: [...before.subjects, subject("Honey")] })?.subjects).toEqual([
      { heading: "Bees -- Behavior", scheme: "lcsh" },
      { heading: "Honey", scheme: null },
    ]);
    const renamed = before.subjects.map((row) => ({ ...row, heading: "Bees – Habits" }));
    expect(change({ subjects: renamed })?.subjects).toEqual([
      { heading: "Bees -- Habits", scheme: null },
    ]);
  });

  it("sends a new order of contributors", () => {
    const last = before.contributors[1]?.key ?? 0;
    const details = change({ contributors: moved(before.contributors, last, -1) });
    expect(details?.contributors?.map(({ name }) => name)).toEqual([
      "Margaret Nelson",
      "Thomas D. Seeley",
    ]);
  });
});

describe("moved", () => {
  const rows = [{ key: 1 }, { key: 2 }, { key: 3 }];

  it.each([
    [1, 1, [2, 1, 3]],
    [3, -1, [1, 3, 2]],
    [1, -1, [1, 2, 3]],
    [3, 1, [1, 2, 3]],
    [9, 1, [1, 2, 3]],
  ] as const)("moves the row %i by %i", (key, by, keys) => {
    expect(moved(rows, key, by).map((row) => row.key)).toEqual(keys);
  });
});

describe("detailsProblems", () => {
  const check = (changes: Partial<DetailsValues>) => detailsProblems({ ...NO_DETAILS, ...changes });

  it("accepts stored details and empty rows", () => {
    expect(detailsProblems(detailsValuesOf(STORED))).toEqual({});
    expect(check({ contributors: [person("")], links: [link("")] })).toEqual({});
  });

  it("finds the row without its required part", () => {
    const nameless = person("", "editor");
    expect(check({ contributors: [person("Ann Lee"), nameless] })).toEqual({
      contributors: {
        problem: "cataloguing.validation.rowMissing",
        row: nameless.key,
        part: "name",
      },
    });
  });

  it("limits the length of each part", () => {
    const { max } = BOOK_DETAILS_FORM.contributors.each.role;
    const long = person("Ann Lee", "x".repeat(max + 1));
    const problem = { key: "cataloguing.validation.rowLong", values: { max } };
    expect(check({ contributors: [person("Bo Ek", "x".repeat(max)), long] })).toEqual({
      contributors: { problem, row: long.key, part: "role" },
    });
  });

  it.each(["callNumber", "audience", "readingLevel", "notes", "contents"] as const)(
    "limits %s",
    (field) => {
      const { max } = BOOK_DETAILS_FORM[field];
      expect(check({ [field]: "📚".repeat(max) })).toEqual({});
      expect(check({ [field]: "x".repeat(max + 1) })).toEqual({
        [field]: { problem: { key: "cataloguing.validation.rowLong", values: { max } } },
      });
    },
  );

  it("limits the number of rows", () => {
    const { max } = BOOK_DETAILS_FORM.series;
    const series = Array.from({ length: max + 1 }, () => ({
      ...EMPTY_ROWS.series(),
      title: "Insects",
    }));
    expect(check({ series: series.slice(1) })).toEqual({});
    expect(check({ series })).toEqual({
      series: { problem: { key: "cataloguing.validation.rowsMany", values: { max } } },
    });
  });

  it.each(["example.org", "ftp://example.org", "https://", "https://example.org/a b"])(
    "refuses the address %s",
    (address) => {
      const row = link(address);
      expect(check({ links: [row] })).toEqual({
        links: { problem: "cataloguing.validation.link", row: row.key, part: "address" },
      });
    },
  );
});

it("counts the values of a section", () => {
  const values = { ...detailsValuesOf(STORED), subjects: [subject(""), subject("Bees")] };
  expect(countOf(["contributors", "subjects"], values)).toBe(3);
  expect(countOf(["notes", "contents"], values)).toBe(1);
});
