import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { NameCount } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import { shownCategories } from "./shown-categories.ts";

interface CategoryFacetProps {
  categories: readonly NameCount[];
  chosen: string | null;
  /** Returns the address of the list with this category, or without a category. */
  addressOf: (category: string | null) => string;
  /** Shows all categories, in a scrollable container. */
  whole?: boolean;
}

const ITEM =
  "flex min-h-9 items-center gap-2 rounded-control px-2.5 py-1.5 text-md transition-colors touch:min-h-11";

/** The categories with their counts as links; the link of the chosen one removes the filter. */
export function CategoryFacet({
  categories,
  chosen,
  addressOf,
  whole = false,
}: CategoryFacetProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const all = shownCategories(categories, chosen, true, format.compare);
  const shown = whole || opened ? all : shownCategories(categories, chosen, false, format.compare);
  return (
    <div className="flex flex-col gap-0.5">
      <ul className="flex flex-col gap-0.5">
        <li>
          <FacetLink to={addressOf(null)} on={chosen === null}>
            <span className="min-w-0 flex-1">{t("books.filter.anyCategory")}</span>
          </FacetLink>
        </li>
        {shown.map(({ name, count }) => {
          const on = name === chosen;
          return (
            <li key={name}>
              <FacetLink to={addressOf(on ? null : name)} on={on}>
                <span aria-hidden="true" className="min-w-0 flex-1 break-words" dir="auto">
                  {name}
                </span>
                <span className="sr-only">
                  {t("books.filter.inCategory", { name, count, number: format.count(count) })}
                </span>
                {on ? (
                  <Check aria-hidden="true" className="size-4 shrink-0" />
                ) : (
                  <span aria-hidden="true" className="tabular shrink-0 text-sm text-subtle">
                    {format.count(count)}
                  </span>
                )}
              </FacetLink>
            </li>
          );
        })}
      </ul>
      {whole || (!opened && shown.length === all.length) ? null : (
        <button
          type="button"
          aria-expanded={opened}
          className={`${ITEM} w-fit font-medium text-primary hover:bg-sunken`}
          onClick={() => setOpened(!opened)}
        >
          {opened ? t("books.filter.showFewer") : t("books.filter.showAll", { count: all.length })}
        </button>
      )}
    </div>
  );
}

function FacetLink({ to, on, children }: { to: string; on: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      aria-current={on ? "page" : undefined}
      className={`${ITEM} ${on ? "bg-primary-soft font-medium text-on-primary-soft" : "text-muted hover:bg-sunken hover:text-ink"}`}
    >
      {children}
    </Link>
  );
}
