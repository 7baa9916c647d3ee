import { Search } from "lucide-react";
import { useDeferredValue } from "react";
import { isEarly } from "@/api/early-calls.ts";
import { messageOf } from "@/api/errors.ts";
import type { useBookList } from "@/api/queries/books.ts";
import type { Book } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { MyBooks } from "@/parts/books/use-my-books.ts";
import { useHeldEntries } from "@/parts/list/use-held-entries.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { TextLink } from "@/ui/link.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { BookGridSkeleton, BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { BookGridEntry, BookListEntry } from "./book-entry.tsx";
import { type BookFilters, NO_FACETS, PAGE_SIZE } from "./book-filters.ts";

interface ResultsProps {
  filters: BookFilters;
  list: ReturnType<typeof useBookList>;
  mine: MyBooks;
  onPage: (page: number) => void;
  onClear: () => void;
  /** Returns the address of the same list with another search, without the category, or on the first page. */
  addressOf: (changes: { search?: string; category?: null; page?: null }) => string;
}

/** A page of the matching books, or the reason why there are none. */
export function Results({ filters, list, mine, onPage, onClear, addressOf }: ResultsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!list.data) {
    if (list.error) {
      return (
        <ErrorState
          headingLevel={3}
          title={t("books.list.failed")}
          text={messageOf(list.error, "")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      );
    }
    return filters.view === "grid" ? <BookGridSkeleton /> : <BookRowsSkeleton count={8} />;
  }
  const { data: books, pagination, leftOut, didYouMean } = list.data;
  if (books.length === 0) {
    return (
      <Nothing
        filters={filters}
        total={pagination.total}
        didYouMean={didYouMean}
        onClear={onClear}
        onFirstPage={() => onPage(1)}
        addressOf={addressOf}
      />
    );
  }
  return (
    <div className="flex flex-col gap-8" aria-busy={list.isPlaceholderData}>
      {leftOut.length > 0 ? (
        <p className="-mb-2 text-md text-muted">
          {t("books.list.leftOut", { words: format.list(leftOut) })}
        </p>
      ) : didYouMean ? (
        <p className="-mb-2 text-md text-muted">
          {t("books.list.similar", { search: filters.search })}{" "}
          <TextLink to={addressOf({ search: didYouMean })}>
            {t("books.list.similarOnly", { suggestion: didYouMean })}
          </TextLink>
        </p>
      ) : null}
      <Books
        books={books}
        filters={filters}
        mine={mine}
        stale={list.isPlaceholderData}
        opening={isEarly(list)}
      />
      <Pagination
        page={pagination.page}
        pages={pagination.pages}
        total={pagination.total}
        limit={PAGE_SIZE}
        pending={list.isPlaceholderData}
        onPage={onPage}
      />
    </div>
  );
}

const idOf = ({ _id }: Book) => _id;

/** The books that a phone can show without scrolling. A page that was just opened renders them before the others. */
const FIRST_BOOKS = 6;

function Books({
  books,
  filters,
  mine,
  stale,
  opening,
}: {
  books: readonly Book[];
  filters: BookFilters;
  mine: MyBooks;
  stale: boolean;
  opening: boolean;
}) {
  const grid = filters.view === "grid";
  const most = useDeferredValue(PAGE_SIZE, opening ? FIRST_BOOKS : PAGE_SIZE);
  const held = useHeldEntries(books.slice(0, most), idOf, {
    question: JSON.stringify(filters),
    stale,
  });
  return (
    <ul
      {...held.events}
      className={`transition-opacity ${stale ? "opacity-60" : ""} ${grid ? "book-grid" : "flex flex-col divide-y divide-line border-line border-y"}`}
    >
      {held.entries.map((book) => (
        <li key={book._id} {...held.itemProps(book)} className="min-w-0 inert:opacity-40">
          {grid ? (
            <BookGridEntry
              book={book}
              mineUntil={mine.get(book._id)}
              rated={filters.sort === "rating"}
              search={filters.search}
            />
          ) : (
            <BookListEntry book={book} mineUntil={mine.get(book._id)} search={filters.search} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Nothing({
  filters,
  total,
  didYouMean,
  onClear,
  onFirstPage,
  addressOf,
}: Pick<ResultsProps, "filters" | "onClear" | "addressOf"> & {
  total: number;
  onFirstPage: () => void;
  didYouMean: string | null;
}) {
  const { t } = useTranslation();
  const { search, chosen, chosenCount, narrowed } = filters;
  if (total > 0) {
    return <PastTheEnd headingLevel={3} onFirstPage={onFirstPage} />;
  }
  if (!narrowed) {
    return (
      <EmptyState
        headingLevel={3}
        title={t("books.list.noneTitle")}
        text={t("books.list.noneText")}
      />
    );
  }
  return (
    <EmptyState
      headingLevel={3}
      icon={<Search />}
      title={t("books.list.nothingTitle")}
      text={
        <>
          {whatFailed()}
          {didYouMean ? (
            <span className="mt-2 block text-base">
              <TextLink to={addressOf({ search: didYouMean })}>
                {t("books.list.didYouMean", { suggestion: didYouMean })}
              </TextLink>
            </span>
          ) : null}
        </>
      }
      action={
        <>
          <Button variant="secondary" onClick={onClear}>
            {t("books.filter.clear")}
          </Button>
          {search !== "" && chosenCount > 0 ? (
            <ButtonLink variant="soft" to={addressOf(NO_FACETS)}>
              {t("books.list.everywhere")}
            </ButtonLink>
          ) : null}
        </>
      }
    />
  );

  function whatFailed(): string {
    if (chosenCount === 0) return t("books.list.nothingFor", { search });
    const [category] = chosenCount === 1 ? chosen.category : [];
    if (category === undefined) {
      return search === ""
        ? t("books.list.nothingWith")
        : t("books.list.nothingForWith", { search });
    }
    if (search === "") return t("books.list.nothingIn", { category });
    return t("books.list.nothingForIn", { search, category });
  }
}
