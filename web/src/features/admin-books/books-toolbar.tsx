import type { BookSort, NameCount } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import type { BookStatus } from "./queries.ts";
import { SORTS } from "./sorts.ts";

interface BooksToolbarProps {
  status: BookStatus;
  search: string;
  onSearch: (search: string) => void;
  searching: boolean;
  /** Empty for all. */
  category: string;
  onCategory: (category: string) => void;
  categories: readonly NameCount[];
  sort: BookSort;
  onSort: (sort: BookSort) => void;
  /** How many books there are, in words. */
  counted: string;
}

/** What is shown of the catalogue, and in which order. */
export function BooksToolbar(props: BooksToolbarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, search, category, categories, sort } = props;
  const options = SORTS.filter((value) => value !== "relevance" || search !== "");
  const known = categories.some(({ name }) => name === category);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {status === "current" ? (
        <>
          <div className="min-w-0 flex-[1_1_18rem] sm:max-w-md">
            <SearchBox
              main
              label={t("admin.books.search")}
              placeholder={t("admin.books.searchHint")}
              value={search}
              onSearch={props.onSearch}
              pending={props.searching}
            />
          </div>
          <div className="w-full sm:w-56">
            <Select
              hideLabel
              label={t("admin.books.category")}
              value={category}
              onValueChange={props.onCategory}
              options={[
                { value: "", label: t("admin.books.everyCategory") },
                ...(known || category === "" ? [] : [{ value: category, label: category }]),
                ...categories.map(({ name, count }) => ({
                  value: name,
                  label: `${name} (${format.count(count)})`,
                })),
              ]}
            />
          </div>
        </>
      ) : null}
      <div className="w-full sm:w-48">
        <Select
          hideLabel
          label={t("admin.books.sort")}
          value={sort}
          onValueChange={props.onSort}
          options={options.map((value) => ({ value, label: t(`admin.books.sortBy.${value}`) }))}
        />
      </div>
      <p aria-hidden="true" className="tabular ms-auto text-md text-subtle">
        {props.counted}
      </p>
    </div>
  );
}
