import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import type { FacetName } from "./book-filters.ts";

/** The names of facets and the labels of their values, in the language of the page. */
export function useFacetLabels() {
  const { t } = useTranslation();
  const format = useFormat();
  function value(facet: FacetName, stored: string): string {
    switch (facet) {
      case "availability":
        return t("books.filter.available");
      case "semesterStudy":
        return t("books.filter.marked");
      case "language":
        return languageNames(format.locale).shown(stored);
      case "subject":
        return shownHeading(stored);
      case "rating":
        return t("books.filter.stars", { count: Number(stored) });
      case "decade":
        return decade(Number(stored));
      default:
        return stored;
    }
  }
  /** A decade before the common era has the years -10 to -1, which are 10 to 1 BC. */
  function decade(first: number): string {
    return first < 0
      ? t("books.filter.decadeBc", { from: -first, to: -first - 9 })
      : t("books.filter.decadeOf", { year: first });
  }
  return { name: (facet: FacetName) => t(`books.filter.${facet}`), value };
}
