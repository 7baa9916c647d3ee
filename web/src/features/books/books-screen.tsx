import { SlidersHorizontal } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useBookList, useFurtherFacets } from "@/api/queries/books.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useWideWindow } from "@/lib/use-wide-window.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { useMyBooks } from "@/parts/books/use-my-books.ts";
import { Button } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import {
  type BookFilters,
  choosing,
  defaultSort,
  listQuery,
  NO_FACETS,
  narrowing,
  readFilters,
  sortsFor,
} from "./book-filters.ts";
import { Constraints, useLiftedConstraints } from "./constraints.tsx";
import { Facets, type FacetsProps } from "./facets.tsx";
import { Results } from "./results.tsx";
import { SaveSearchButton } from "./save-search-button.tsx";
import { SemesterShelf } from "./semester-shelf.tsx";
import { ViewToggle } from "./view-toggle.tsx";

const FilterDrawer = onDemand(async () => (await import("./filter-drawer.tsx")).default);

/** The catalogue, with search, filters, order and page in the address. */
export default function BooksScreen() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const address = useAddress();
  const filters = readFilters(address.query);
  const list = useBookList(listQuery(filters));
  const mine = useMyBooks();
  const wide = useWideWindow();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const further = useFurtherFacets(narrowing(filters), { enabled: wide || drawerOpen });
  const total = list.data?.pagination.total;
  const semester = user?.currentSemesterCategory ?? null;
  const facets: FacetsProps = {
    counts: { ...further.data, category: list.data?.facets.category ?? null },
    chosen: filters.chosen,
    addressOf: (facet, chosen) => address.with({ ...choosing(facet, chosen), page: null }),
  };
  const lift = useLiftedConstraints(filters, address.change);
  const clear = () => lift({ search: null, ...NO_FACETS });

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
            facets={facets}
            total={total}
            onClear={filters.narrowed ? clear : null}
            open={drawerOpen}
            onOpenChange={setDrawerOpen}
          />
        </div>
      </div>

      {semester !== null && !filters.narrowed && filters.page === 1 ? (
        <SemesterShelf category={semester} mine={mine} />
      ) : null}

      <div className="grid gap-10 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <nav
          aria-label={t("books.filter.title")}
          className="top-24 hidden max-h-[calc(100dvh-8rem)] self-start overflow-y-auto overscroll-contain lg:sticky lg:block"
        >
          <h2 className="sr-only">{t("books.filter.title")}</h2>
          <Facets {...facets} />
        </nav>

        <Section
          title={shelfTitle(filters, t)}
          action={
            <div className="flex flex-wrap items-center gap-2">
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
          <Constraints filters={filters} total={total} onLift={lift} onClear={clear}>
            {user && filters.narrowed ? <SaveSearchButton filters={filters} /> : null}
          </Constraints>
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

/** Names the content of the list: all books, the category, author or subject that is the only filter, or the results of a search. */
function shelfTitle({ search, chosen, chosenCount }: BookFilters, t: Translate): string {
  if (search === "" && chosenCount === 0) return t("books.list.title");
  const [only] = [...chosen.category, ...chosen.author, ...chosen.subject.map(shownHeading)];
  return search === "" && chosenCount === 1 && only ? only : t("books.list.results");
}

/** Opens the drawer with the filters; its code is fetched when it is first opened. */
function FilterButton({
  filters,
  ...drawer
}: { filters: BookFilters } & ComponentProps<typeof FilterDrawer>) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const set = filters.chosenCount;
  return (
    <>
      <Button
        variant={set > 0 ? "soft" : "secondary"}
        size="lg"
        aria-haspopup="dialog"
        aria-expanded={drawer.open}
        onClick={() => {
          setWanted(true);
          drawer.onOpenChange(true);
        }}
      >
        <SlidersHorizontal aria-hidden="true" />
        <span className="max-sm:sr-only">
          {set > 0 ? t("books.filter.openWith", { count: set }) : t("books.filter.open")}
        </span>
      </Button>
      {wanted ? <FilterDrawer {...drawer} /> : null}
    </>
  );
}
