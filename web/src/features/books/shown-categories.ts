import type { NameCount } from "@/api/shapes.ts";

/** The number of categories that are shown at first. */
export const FIRST_CATEGORIES = 8;

/**
 * The categories to show: the largest first, then by name; the chosen one is always included, even
 * when a search leaves it without books.
 */
export function shownCategories(
  categories: readonly NameCount[],
  chosen: string | null,
  all: boolean,
  compare: (one: string, other: string) => number,
): NameCount[] {
  const known = categories.some(({ name }) => name === chosen);
  const listed =
    chosen === null || known ? categories : [...categories, { name: chosen, count: 0 }];
  const ordered = [...listed].sort((a, b) => b.count - a.count || compare(a.name, b.name));
  if (all || ordered.length <= FIRST_CATEGORIES) return ordered;
  const first = ordered.slice(0, FIRST_CATEGORIES);
  const mine = ordered.slice(FIRST_CATEGORIES).find(({ name }) => name === chosen);
  return mine ? [...first, mine] : first;
}
