import type { BookFacets } from "@/api/queries/books.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Chosen, FacetName } from "./book-filters.ts";
import { FacetGroup } from "./facet-group.tsx";
import type { FacetValue } from "./shown-values.ts";
import { useFacetLabels } from "./use-facet-labels.ts";

export interface FacetsProps {
  /** The counts of each facet that are known so far. */
  counts: Partial<BookFacets>;
  chosen: Chosen;
  /** Returns the address of the list with these values of a facet chosen. */
  addressOf: (facet: FacetName, chosen: readonly string[]) => string;
}

/** The facets in the order of the screen. */
const ORDER: readonly FacetName[] = [
  "availability",
  "category",
  "author",
  "subject",
  "language",
  "decade",
  "rating",
  "semesterStudy",
];

/** Facets that show nothing new when all books have the same value. */
const OF_SEVERAL: ReadonlySet<FacetName> = new Set(["author", "subject", "language", "decade"]);
const SINGLE: ReadonlySet<FacetName> = new Set(["rating"]);

/** What the list can be narrowed by, with the number of books for each value. */
export function Facets({ counts, chosen, addressOf }: FacetsProps) {
  const { t } = useTranslation();
  const labels = useFacetLabels();
  return (
    <div className="flex flex-col gap-6">
      {ORDER.map((facet) => {
        const labelOf = (value: string) => labels.value(facet, value);
        const values: FacetValue[] = (counts[facet] ?? []).map((one) => ({
          ...one,
          label: labelOf(one.value),
        }));
        const least = OF_SEVERAL.has(facet) ? 2 : 1;
        if (facet !== "category" && values.length < least && chosen[facet].length === 0)
          return null;
        return (
          <FacetGroup
            key={facet}
            title={labels.name(facet)}
            values={values}
            chosen={chosen[facet]}
            labelOf={labelOf}
            addressOf={(next) => addressOf(facet, next)}
            single={SINGLE.has(facet)}
            {...(facet === "category" ? { anyLabel: t("books.filter.anyCategory") } : {})}
          />
        );
      })}
    </div>
  );
}
