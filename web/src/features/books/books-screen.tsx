import { SlidersHorizontal } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useBookList } from "@/api/queries/books.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useFormat } from "@/lib/format-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { type AddressChanges, useAddress } from "@/lib/use-address.ts";
import { useMyBooks } from "@/parts/books/use-my-books.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { FilterChip } from "@/ui/filter-chip.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import { type BookFilters, defaultSort, listQuery, readFilters, sortsFor } from "./book-filters.ts";
import { CategoryFacet } from "./category-facet.tsx";
import { Results } from "./results.tsx";
import { SemesterShelf } from "./semester-shelf.tsx";
import { ViewToggle } from "./view-toggle.tsx";

const FilterDrawer = onDemand(async () => (await import("./filter-drawer.tsx")).default);

/** The catalogue, with search, category, order and page in the address. */
export default function BooksScreen() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const address = useAddress();
  const filters = readFilters(address.query);
  const list = useBookList(listQuery(filters));
  const mine = useMyBooks();
  const categories = list.data?.facets.categories ?? [];
  const total = list.data?.pagination.total;
  const semester = user?.currentSemesterCategory ?? null;
  const addressOfCategory = (category: string | null) => address.with({ category, page: null });
  const lift = useLiftedConstraints(filters, address.change);
  const clear = () => lift({ search: null, category: null, page: null });

  return (
    <Page>
      <DocumentTitle title={t("books.title")} />
      <PageHeader title={t("books.title")} lead={t("books.lead")} />
      <div className="sticky top-14 z-20 -mx-4 -my-3 flex gap-2 bg-bg/95 px-4 py-3 backdrop-blur-md sm:static sm:mx-0 sm:bg-transparent sm:px-0 sm:backdrop-blur-none">
        <div className="min-w-0 flex-1">
          <SearchBox
            main
            size="tall"
            label={t("books.search.label")}
            placeholder={t("books.search.placeholder")}
            value={address.search}
            onSearch={address.searchFor}
            pending={list.isPlaceholderData}
          />
        </div>
        <div className="lg:hidden">
          <FilterButton
            filters={filters}
            drawer={{
              categories,
              chosen: filters.category,
              addressOf: addressOfCategory,
              total,
              onClear: filters.narrowed ? clear : null,
            }}
          />
        </div>
      </div>

      {semester !== null && !filters.narrowed && filters.page === 1 ? (
        <SemesterShelf category={semester} mine={mine} />
      ) : null}

      <div className="grid gap-10 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <nav
          aria-label={t("books.filter.category")}
          className="top-24 hidden max-h-[calc(100dvh-8rem)] self-start overflow-y-auto overscroll-contain lg:sticky lg:block"
        >
          <h2 className="mb-3 flex min-h-9 items-center px-2.5 font-semibold text-md">
            {t("books.filter.category")}
          </h2>
          <CategoryFacet
            categories={categories}
            chosen={filters.category}
            addressOf={addressOfCategory}
          />
        </nav>

        <Section
          title={shelfTitle(filters, t)}
          action={
            <div className="flex items-center gap-2">
              <div className="w-40 sm:w-44">
                <Select
                  hideLabel
                  label={t("books.sort.label")}
                  value={filters.sort}
                  options={sortsFor(filters.search).map((value) => ({
                    value,
                    label: t(`books.sort.${value}`),
                  }))}
                  onValueChange={(sort) =>
                    address.change({
                      sort: sort === defaultSort(filters.search) ? null : sort,
                      page: null,
                    })
                  }
                />
              </div>
              <ViewToggle
                view={filters.view}
                onView={(view) =>
                  address.change({ view: view === "grid" ? null : view }, { replace: true })
                }
              />
            </div>
          }
        >
          <Constraints filters={filters} total={total} onLift={lift} onClear={clear} />
          <Results
            filters={filters}
            list={list}
            mine={mine}
            onPage={address.goToPage}
            onClear={clear}
            addressOf={(changes) => address.with({ page: null, ...changes })}
          />
        </Section>
      </div>
    </Page>
  );
}

/** Names the content of the list: all books, a category, or the results of a search. */
function shelfTitle({ search, category }: BookFilters, t: Translate): string {
  if (search !== "") return t("books.list.results");
  return category ?? t("books.list.title");
}

interface Lifted {
  search?: null;
  category?: null;
  page: null;
}

/**
 * Removes filters. The pressed button disappears with them: if it had the focus, the focus
 * moves to the heading.
 */
function useLiftedConstraints(
  { search, category }: BookFilters,
  change: (changes: AddressChanges) => void,
) {
  const lifted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the constraints change
  useEffect(() => {
    if (lifted.current && document.activeElement === document.body) {
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    lifted.current = false;
  }, [search, category]);
  return (constraints: Lifted) => {
    lifted.current = true;
    change({ ...constraints });
  };
}

/** The number of books, and the active filters. */
function Constraints({
  filters,
  total,
  onLift,
  onClear,
}: {
  filters: BookFilters;
  total: number | undefined;
  onLift: (constraints: Lifted) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
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
          onRemove={() => onLift({ search: null, page: null })}
        />
      )}
      {filters.category === null ? null : (
        <FilterChip
          label={t("books.filter.category")}
          value={filters.category}
          onRemove={() => onLift({ category: null, page: null })}
        />
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
    </div>
  );

  function spoken(): string {
    if (total === undefined) return t("books.list.loading");
    return filters.search === ""
      ? t("books.list.count", { count: total, number })
      : t("books.list.found", { count: total, number, search: filters.search });
  }
}

/** Opens the drawer with the filters; its code is fetched when it is first opened. */
function FilterButton({
  filters,
  drawer,
}: {
  filters: BookFilters;
  drawer: Omit<ComponentProps<typeof FilterDrawer>, "open" | "onOpenChange">;
}) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const set = filters.category === null ? 0 : 1;
  return (
    <>
      <Button
        variant={set > 0 ? "soft" : "secondary"}
        size="lg"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <SlidersHorizontal aria-hidden="true" />
        <span className="max-sm:sr-only">
          {set > 0 ? t("books.filter.openWith", { count: set }) : t("books.filter.open")}
        </span>
      </Button>
      {wanted ? <FilterDrawer {...drawer} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
