import type { BookSort, FacetCount } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Select } from "@/ui/select.tsx";
import { SORTS } from "./sorts.ts";

interface BookListFiltersProps {
  search: string;
  /** Empty for all. */
  category: string;
  onCategory: (category: string) => void;
  categories: readonly FacetCount[];
  sort: BookSort;
  onSort: (sort: BookSort) => void;
}

/** The category and the order of the list. */
export function BookListFilters(props: BookListFiltersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { search, category, categories, sort } = props;
  const options = SORTS.filter((value) => value !== "relevance" || search !== "");
  const known = categories.some(({ value }) => value === category);
  return (
    <>
      <div className="max-sm:flex-[1_1_9rem] sm:w-56">
        <Select
          hideLabel
          label={t("admin.books.category")}
          value={category}
          onValueChange={props.onCategory}
          options={[
            { value: "", label: t("admin.books.everyCategory") },
            ...(known || category === "" ? [] : [{ value: category, label: category }]),
            ...categories.map(({ value, count }) => ({
              value,
              label: `${value} (${format.count(count)})`,
            })),
          ]}
        />
      </div>
      <div className="max-sm:flex-[1_1_9rem] sm:w-48">
        <Select
          hideLabel
          label={t("admin.books.sort")}
          value={sort}
          onValueChange={props.onSort}
          options={options.map((value) => ({ value, label: t(`admin.books.sortBy.${value}`) }))}
        />
      </div>
    </>
  );
}
