import type { Permission } from "@/api/shapes.ts";
import type { Import, ImportColumn, OnDuplicate } from "./queries.ts";

export type Kind = Import["kind"];

interface KindFacts {
  /** The permission that an import of this kind needs, besides that to edit books. */
  permission: Permission;
  /** The fields of a column, in the order in which they are offered. */
  fields: readonly ImportColumn[];
  /** The fields of the empty table, which every import finds by their names. */
  template: readonly ImportColumn[];
  /** What can happen to records that the library has. */
  choices: readonly OnDuplicate[];
  /** The kinds of files that the browser offers. */
  accept: string;
}

const TABLES = ".csv,.tsv,.txt,.xlsx,.xls,.ods";

/** What is particular to each kind of import. */
export const KINDS: Record<Kind, KindFacts> = {
  books: {
    permission: "manage_catalogue",
    fields: [
      "title",
      "subtitle",
      "author",
      "otherAuthors",
      "isbn",
      "category",
      "publisher",
      "publishedYear",
      "language",
      "pages",
      "editionStatement",
      "description",
      "subjects",
      "series",
      "volume",
      "barcode",
      "callNumber",
      "location",
      "condition",
      "price",
      "copies",
      "itemType",
      "note",
      "coverImage",
      "controlNumber",
    ],
    template: [
      "title",
      "author",
      "isbn",
      "category",
      "publisher",
      "publishedYear",
      "language",
      "pages",
      "callNumber",
      "location",
      "barcode",
      "copies",
    ],
    choices: ["skip", "update", "add"],
    accept: `${TABLES},.mrc,.marc,.dat,.xml,.usmarc`,
  },
  users: {
    permission: "manage_users",
    fields: [
      "name",
      "firstName",
      "middleName",
      "lastName",
      "email",
      "studentId",
      "role",
      "patronCategory",
      "class",
      "homeroom",
      "collegeName",
      "department",
      "currentSemester",
      "currentSemesterCategory",
      "phone",
      "address",
      "addressMore",
      "postalCode",
      "city",
      "country",
      "language",
    ],
    template: ["lastName", "firstName", "email", "studentId", "patronCategory", "class", "phone"],
    choices: ["skip", "update"],
    accept: TABLES,
  },
  loans: {
    permission: "override_refusals",
    fields: ["barcode", "studentId", "email", "borrowedAt", "dueAt"],
    template: ["barcode", "studentId", "borrowedAt", "dueAt"],
    choices: ["skip"],
    accept: TABLES,
  },
  fines: {
    permission: "add_charges",
    fields: ["studentId", "email", "amount", "reason", "description", "barcode", "chargedAt"],
    template: ["studentId", "amount", "reason", "description", "chargedAt"],
    choices: ["skip"],
    accept: TABLES,
  },
};

/** The kinds in the order in which they are offered, and in which a library is moved. */
export const KIND_NAMES = ["books", "users", "loans", "fines"] as const satisfies readonly Kind[];
