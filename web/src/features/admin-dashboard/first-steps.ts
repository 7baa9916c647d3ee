import type { Library, Shape } from "@/api/shapes.ts";

/** What a new library has, as far as the first steps ask. */
export interface Beginnings {
  stats: Pick<Shape<"Stats">, "totalBooks" | "totalUsers" | "totalBorrowings">;
  library: Pick<Library, "contact" | "sendsMail">;
  rules: Pick<Shape<"LibraryRules">, "closures">;
}

interface Step {
  name: "books" | "people" | "contact" | "holidays" | "mail" | "borrowing";
  to: string;
  isDone: (beginnings: Beginnings) => boolean;
}

/** The first steps of a new library, in the order in which they make sense. */
export const FIRST_STEPS: readonly Step[] = [
  {
    name: "books",
    to: "/admin/books?edit=new",
    isDone: ({ stats }) => stats.totalBooks > 0,
  },
  {
    name: "people",
    to: "/admin/users?edit=import",
    // The first administrator does not count.
    isDone: ({ stats }) => stats.totalUsers > 1,
  },
  {
    name: "contact",
    to: "/admin/settings/library",
    isDone: ({ library }) => Object.values(library.contact).some((detail) => detail !== null),
  },
  {
    name: "holidays",
    to: "/admin/settings/opening-days",
    isDone: ({ rules }) => rules.closures.length > 0,
  },
  {
    name: "mail",
    to: "/admin/settings/mail",
    isDone: ({ library }) => library.sendsMail,
  },
  {
    name: "borrowing",
    to: "/admin/borrowings",
    isDone: ({ stats }) => stats.totalBorrowings > 0,
  },
];

/** A library with more borrowings has found its way, and is not asked about the steps that it left out. */
const BORROWINGS_OF_A_NEW_LIBRARY = 50;

/** Whether the first steps may still help, as far as the totals say. */
export function isNew(stats: Beginnings["stats"]): boolean {
  return stats.totalBorrowings < BORROWINGS_OF_A_NEW_LIBRARY;
}
