import { Check } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { type FacetValue, FIRST_VALUES, shownValues } from "./shown-values.ts";

interface FacetGroupProps {
  title: string;
  values: readonly FacetValue[];
  chosen: readonly string[];
  /** The label of a chosen value that is not among the values. */
  labelOf: (value: string) => string;
  /** Returns the address of the list with these values chosen. */
  addressOf: (chosen: readonly string[]) => string;
  /** Whether only one value can be chosen. */
  single?: boolean;
  /** The label of the link that removes the filter; without it, there is no such link. */
  anyLabel?: string;
}

/** The number of values from which a long list can be searched. */
const SEARCHED_FROM = 13;

const ITEM =
  "flex min-h-9 items-center gap-2 rounded-control px-2.5 py-1.5 text-md transition-colors touch:min-h-11";

/** The values of a facet with their counts as links; the link of a chosen one removes it from the filter. */
export function FacetGroup({
  title,
  values,
  chosen,
  labelOf,
  addressOf,
  single = false,
  anyLabel,
}: FacetGroupProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const titleId = useId();
  const [opened, setOpened] = useState(false);
  const [searched, setSearched] = useState("");
  const all = shownValues(values, chosen, true, labelOf);
  const isLong = opened && all.length >= SEARCHED_FROM;
  const wanted = searched.trim().toLocaleLowerCase(format.locale);
  const shown =
    isLong && wanted !== ""
      ? all.filter(({ label }) => label.toLocaleLowerCase(format.locale).includes(wanted))
      : shownValues(values, chosen, opened, labelOf);
  const toggled = (value: string) => {
    if (chosen.includes(value)) return chosen.filter((one) => one !== value);
    return single ? [value] : [...chosen, value];
  };
  return (
    <div className="flex flex-col gap-0.5">
      <h3 id={titleId} className="mb-1 px-2.5 font-semibold text-md">
        {title}
      </h3>
      {isLong ? (
        <div className="mb-1">
          <SearchBox
            label={t("books.filter.find", { title })}
            placeholder={t("books.search.name")}
            value={searched}
            onSearch={setSearched}
          />
        </div>
      ) : null}
      <ul aria-labelledby={titleId} className="flex flex-col gap-0.5">
        {anyLabel === undefined ? null : (
          <li>
            <FacetLink to={addressOf([])} on={chosen.length === 0}>
              <span className="min-w-0 flex-1">{anyLabel}</span>
            </FacetLink>
          </li>
        )}
        {shown.map(({ value, label, count }) => {
          const on = chosen.includes(value);
          return (
            <li key={value}>
              <FacetLink to={addressOf(toggled(value))} on={on}>
                <span aria-hidden="true" className="min-w-0 flex-1 break-words" dir="auto">
                  {label}
                </span>
                <span className="sr-only">
                  {t("books.filter.withCount", { name: label, count, number: format.count(count) })}
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
      {all.length <= FIRST_VALUES ? null : (
        <button
          type="button"
          aria-expanded={opened}
          className={`${ITEM} w-fit font-medium text-primary hover:bg-sunken`}
          onClick={() => {
            setOpened(!opened);
            setSearched("");
          }}
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
      aria-current={on ? "true" : undefined}
      className={`${ITEM} ${on ? "bg-primary-soft font-medium text-on-primary-soft" : "text-muted hover:bg-sunken hover:text-ink"}`}
    >
      {children}
    </Link>
  );
}
