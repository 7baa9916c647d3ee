import { type ReactNode, useEffect, useRef } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { AddressChanges } from "@/lib/use-address.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { FilterChip } from "@/ui/filter-chip.tsx";
import { type BookFilters, choosing, FACET_NAMES } from "./book-filters.ts";
import { useFacetLabels } from "./use-facet-labels.ts";

/**
 * Removes filters. The pressed button disappears with them: if it had the focus, the focus
 * moves to the heading.
 */
export function useLiftedConstraints(
  { search, chosenCount }: BookFilters,
  change: (changes: AddressChanges) => void,
) {
  const lifted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the constraints change
  useEffect(() => {
    if (lifted.current && document.activeElement === document.body) {
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    lifted.current = false;
  }, [search, chosenCount]);
  return (changes: AddressChanges) => {
    lifted.current = true;
    change({ ...changes, page: null });
  };
}

interface ConstraintsProps {
  filters: BookFilters;
  total: number | undefined;
  onLift: (changes: AddressChanges) => void;
  onClear: () => void;
  /** A button at the end. */
  children?: ReactNode;
}

/** The number of books, and the active filters. */
export function Constraints({ filters, total, onLift, onClear, children }: ConstraintsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = useFacetLabels();
  const number = total === undefined ? "" : format.count(total);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <p className="tabular text-md text-muted" aria-hidden="true">
        {total === undefined ? null : t("books.list.count", { count: total, number })}
      </p>
      <LiveRegion>{spoken()}</LiveRegion>
      {filters.search === "" ? null : (
        <FilterChip
          label={t("books.search.name")}
          value={filters.search}
          onRemove={() => onLift({ search: null })}
        />
      )}
      {FACET_NAMES.flatMap((facet) =>
        filters.chosen[facet].map((value) => (
          <FilterChip
            key={`${facet} ${value}`}
            label={labels.name(facet)}
            value={labels.value(facet, value)}
            onRemove={() =>
              onLift(
                choosing(
                  facet,
                  filters.chosen[facet].filter((one) => one !== value),
                ),
              )
            }
          />
        )),
      )}
      {filters.narrowed && total !== 0 ? (
        <button
          type="button"
          className="min-h-8 rounded-chip font-medium text-primary text-sm underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current touch:min-h-11"
          onClick={onClear}
        >
          {t("books.filter.clear")}
        </button>
      ) : null}
      {children}
    </div>
  );

  function spoken(): string {
    if (total === undefined) return t("books.list.loading");
    return filters.search === ""
      ? t("books.list.count", { count: total, number })
      : t("books.list.found", { count: total, number, search: filters.search });
  }
}
