import type { Library, Shape } from "@/api/shapes.ts";

/** The data of a library that decides which first steps are done. */
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

/** The first steps of a new library, in the recommended order. */
export const FIRST_STEPS: readonly Step[] = [
  {
    name: "books",
    to: "/admin/imports",
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

/** A library with more borrowings does not need the first steps. */
const BORROWINGS_OF_A_NEW_LIBRARY = 50;

/** Whether to show the first steps, by the totals of the library. */
export function isNew(stats: Beginnings["stats"]): boolean {
  return stats.totalBorrowings < BORROWINGS_OF_A_NEW_LIBRARY;
}
