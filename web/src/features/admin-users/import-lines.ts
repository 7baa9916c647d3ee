import type { components } from "@/api/schema.d.ts";
import type { CsvCell } from "@/lib/csv.ts";

type Schemas = components["schemas"];
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> };

export type ImportLine = Whole<Schemas["PeopleImportLine"]>;
/** What became of each line of a file of people, or would. */
export type PeopleImport = Whole<Schemas["PeopleImport"]>;

/** A file to begin with: the columns there are, and a person for each role. */
export const TEMPLATE: readonly (readonly CsvCell[])[] = [
  [
    "Name",
    "Email",
    "Student ID",
    "Role",
    "Patron category",
    "College",
    "Department",
    "Semester",
    "Study category",
    "Phone",
    "Address",
  ],
];

/** The shown lines of a long file: invalid lines first, then the others in their order. */
export function shownLines(lines: readonly ImportLine[], most: number): ImportLine[] {
  const wrong = lines.filter(({ fate }) => fate === "wrong");
  const good = lines.filter(({ fate }) => fate !== "wrong");
  return [...wrong, ...good].slice(0, most);
}

/** Name, email and link of each person with a link. */
export function linkRows(lines: readonly ImportLine[], origin: string): string[][] {
  return lines.flatMap(({ name, email, link }) =>
    link ? [[name, email, new URL(link.path, origin).href]] : [],
  );
}
