import type { Shape } from "@/api/shapes.ts";
import type { CsvCell } from "@/lib/csv.ts";
import type { Translate } from "@/lib/i18n/index.ts";

export type ImportLine = Shape<"PeopleImportLine">;
/** The result of each line of a file of people, in an import or a preview. */
export type PeopleImport = Shape<"PeopleImport">;

/**
 * The heading row of a template file, in the language of the page; the import recognizes the headings of each language.
 */
export function templateRows(t: Translate): readonly (readonly CsvCell[])[] {
  return [
    [
      t("admin.users.name"),
      t("admin.users.email"),
      t("admin.users.studentId"),
      t("admin.users.class"),
      t("admin.users.homeroom"),
      t("admin.users.role"),
      t("admin.users.patronCategory"),
      t("admin.users.collegeName"),
      t("admin.users.department"),
      t("admin.users.currentSemester"),
      t("admin.users.studyCategory"),
      t("admin.users.phone"),
      t("admin.users.address"),
    ],
  ];
}

/** The fields that a line can change of an existing person. */
const CHANGED_FIELDS = [
  "name",
  "email",
  "role",
  "studentId",
  "class",
  "homeroom",
  "patronCategory",
  "collegeName",
  "department",
  "currentSemester",
  "currentSemesterCategory",
  "phone",
  "address",
  "language",
] as const;

/** The text key of a changed field; `details` for an unknown field of a newer server. */
export function changedField(field: string): (typeof CHANGED_FIELDS)[number] | "details" {
  return CHANGED_FIELDS.find((known) => known === field) ?? "details";
}

/**
 * The shown lines of a long file: invalid lines first, then lines with a change, then others, each in the order of the
 * file.
 */
export function shownLines(lines: readonly ImportLine[], most: number): ImportLine[] {
  const wrong = lines.filter(({ fate }) => fate === "wrong");
  const active = lines.filter(({ fate }) => fate === "new" || fate === "changed");
  const unchanged = lines.filter(({ fate }) => fate === "unchanged");
  return [...wrong, ...active, ...unchanged].slice(0, most);
}

/** The invalid lines with all cells and errors, to be corrected and imported again. */
export function rejectRows(
  { columns, lines }: Pick<PeopleImport, "columns" | "lines">,
  errorsHeading: string,
): string[][] {
  const wrong = lines.filter(({ fate }) => fate === "wrong");
  // A line may have fewer cells than columns; cells beyond the columns are not read.
  const cells = (line: ImportLine) => columns.map((_, index) => line.cells[index] ?? "");
  const errors = (line: ImportLine) => line.errors.map(({ message }) => message).join("; ");
  return [[...columns, errorsHeading], ...wrong.map((line) => [...cells(line), errors(line)])];
}

/** Name, email and link of each person with a link. */
export function linkRows(lines: readonly ImportLine[], origin: string): string[][] {
  return lines.flatMap(({ name, email, link }) =>
    link ? [[name, email, new URL(link.path, origin).href]] : [],
  );
}
