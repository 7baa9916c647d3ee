import { useTranslation } from "@/lib/i18n/index.ts";
import { type BookFilters, FACET_NAMES } from "../book-filters.ts";
import { useFacetLabels } from "../use-facet-labels.ts";

/** A search in words: what was typed, then the chosen filters. */
export function useSearchWords({ search, chosen }: Pick<BookFilters, "search" | "chosen">): string {
  const { t } = useTranslation();
  const labels = useFacetLabels();
  const values = FACET_NAMES.flatMap((facet) =>
    chosen[facet].map((value) => labels.value(facet, value)),
  );
  const words = [search, ...values].filter((part) => part !== "");
  return words.length === 0 ? t("savedSearches.allBooks") : words.join(" · ");
}
