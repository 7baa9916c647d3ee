import { ChevronRight, SquarePen } from "lucide-react";
import { Navigate, useParams } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useBook } from "@/api/queries/books.ts";
import type { BookDetail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { useBorrowBook } from "@/parts/books/use-borrow-book.ts";
import { Banner } from "@/ui/banner.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Link, TextLink } from "@/ui/link.tsx";
import { Page } from "@/ui/page-header.tsx";
import { Rating } from "@/ui/rating.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { BookFacts } from "./book-facts.tsx";
import { BookSkeleton } from "./book-skeleton.tsx";
import { BorrowAction, BorrowPanel } from "./borrow-panel.tsx";
import { CiteAndShare } from "./cite-and-share.tsx";
import { Description } from "./description.tsx";
import { Editions } from "./editions.tsx";
import { MoreDetails, Subjects } from "./more-details.tsx";
import { Opinions } from "./opinions.tsx";
import { RelatedShelf } from "./related-shelf.tsx";

/** The screen of a book. */
export default function BookScreen() {
  const { id = "" } = useParams();
  // The key remounts the screen for another book, so that it keeps no state.
  return <BookById key={id} id={id} />;
}

function BookById({ id }: { id: string }) {
  const { t } = useTranslation();
  const book = useBook(id);
  if (book.data?.mergedInto) {
    return <Navigate replace to={pathTo("/books/:id", { id: book.data.mergedInto })} />;
  }
  if (book.data) return <BookPage book={book.data} />;
  if (book.error?.status === 404) {
    return (
      <Page>
        <DocumentTitle title={t("books.detail.notFound")} />
        <EmptyState
          headingLevel={1}
          title={t("books.detail.notFound")}
          text={t("books.detail.notFoundText")}
          action={<ButtonLink to="/books">{t("books.detail.browse")}</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Page>
      <DocumentTitle title={t("books.title")} />
      {book.error ? (
        <ErrorState
          headingLevel={1}
          title={t("books.detail.failed")}
          text={messageOf(book.error, "")}
          onRetry={() => void book.refetch()}
          retrying={book.isFetching}
        />
      ) : (
        <BookSkeleton />
      )}
    </Page>
  );
}

function BookPage({ book }: { book: BookDetail }) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const may = useMay();
  const borrowing = useBorrowBook(book._id);
  return (
    <Page>
      <DocumentTitle title={book.title} />
      <div className="flex flex-col gap-6">
        <Trail book={book} />
        {book.archivedAt ? <Banner tone="warning">{t("books.detail.archived")}</Banner> : null}
        <div className="grid gap-x-5 gap-y-6 max-sm:flex max-sm:flex-wrap sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-x-8 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-12 lg:gap-y-8">
          <div className="max-sm:w-34 lg:row-span-2">
            <div className="lg:sticky lg:top-24">
              <BookCover book={book} />
            </div>
          </div>
          <header className="flex min-w-0 flex-col items-start gap-2 max-sm:flex-[1_1_8rem]">
            <h1
              tabIndex={-1}
              dir="auto"
              className="page-start text-balance break-words font-medium font-serif text-xl sm:text-2xl lg:text-3xl"
            >
              {book.title}
            </h1>
            <p className="page-start text-md text-muted sm:text-lg" dir="auto">
              <Link
                to={pathTo("/books", { search: book.author })}
                aria-label={t("books.detail.moreBy", { author: book.author })}
                className="rounded-chip underline decoration-line-strong underline-offset-4 hover:text-primary hover:decoration-primary"
              >
                {book.author}
              </Link>
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-subtle">
              {book.publishedYear === null ? null : (
                <span className="tabular">{book.publishedYear}</span>
              )}
              <span>{languageNames(locale).shown(book.language)}</span>
            </p>
            <Rating average={book.rating.average} count={book.rating.count} full />
            <div className="mt-2 flex flex-wrap gap-2">
              {may("manage_catalogue") ? (
                <ButtonLink
                  variant="secondary"
                  size="sm"
                  to={pathTo("/admin/books", { edit: book._id })}
                >
                  <SquarePen aria-hidden="true" />
                  {t("books.detail.edit")}
                </ButtonLink>
              ) : null}
              <CiteAndShare book={book} />
            </div>
          </header>
          <div className="flex min-w-0 flex-col gap-10 max-sm:w-full sm:col-span-2 lg:col-span-1">
            <BorrowPanel book={book} borrowing={borrowing} />
            <Section title={t("books.detail.description")}>
              {book.description ? (
                <Description text={book.description} />
              ) : (
                <p className="text-muted">{t("books.detail.noDescription")}</p>
              )}
            </Section>
            <Subjects subjects={book.details.subjects} />
            <BookFacts book={book} />
            <MoreDetails details={book.details} />
            <Editions editions={book.editions} />
            <Opinions book={book} moderator={may("moderate_reviews")} />
          </div>
        </div>
      </div>
      <RelatedShelf book={book} />
      <div
        className={`sticky z-20 -mx-4 -mb-8 border-line border-t bg-bg/95 px-4 py-3 backdrop-blur-md sm:hidden ${
          // Visitors have no tabs at the bottom.
          book.viewer ? "bottom-[calc(3.75rem+env(safe-area-inset-bottom))]" : "bottom-0"
        }`}
      >
        <BorrowAction book={book} borrowing={borrowing} wide />
      </div>
    </Page>
  );
}

/** The breadcrumbs: all books, then the book's category. */
function Trail({ book }: { book: BookDetail }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("books.detail.trail")}>
      <ol className="flex flex-wrap items-center gap-1.5 text-md">
        <li>
          <TextLink to="/books">{t("books.title")}</TextLink>
        </li>
        <li className="flex items-center gap-1.5">
          <ChevronRight aria-hidden="true" className="size-4 text-subtle rtl:-scale-x-100" />
          <TextLink to={pathTo("/books", { category: book.category })}>{book.category}</TextLink>
        </li>
      </ol>
    </nav>
  );
}
