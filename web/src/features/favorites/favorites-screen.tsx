import { Heart } from "lucide-react";
import { useRef } from "react";
import { useChangeFavorite, useFavorites } from "@/api/queries/favorites.ts";
import type { Favorite } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useSteadyOrder } from "@/lib/steady-order.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { BookCard } from "@/parts/books/book-card.tsx";
import { BorrowButton } from "@/parts/books/borrow-button.tsx";
import { notifyFavoriteRemoved } from "@/parts/books/favorite-note.ts";
import { useMyBooks } from "@/parts/books/use-my-books.ts";
import { ListContent } from "@/parts/list/list-content.tsx";
import { useHeldEntries } from "@/parts/list/use-held-entries.ts";
import { useRowKeys } from "@/parts/list/use-row-keys.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { BookGridSkeleton } from "@/ui/skeleton.tsx";

/** Books per page: full rows of two, three, four and six. */
const PAGE_SIZE = 24;

/** The person's favorites, the latest first. */
export default function FavoritesScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const favorites = useFavorites({ page: address.page, limit: PAGE_SIZE });
  const none = {
    icon: <Heart />,
    title: t("favorites.emptyTitle"),
    text: t("favorites.emptyText"),
    action: <ButtonLink to="/books">{t("favorites.browse")}</ButtonLink>,
  };
  return (
    <Page>
      <DocumentTitle title={t("favorites.title")} />
      <PageHeader title={t("favorites.title")} lead={t("favorites.lead")} />
      <ListContent
        list={favorites}
        failed={t("favorites.failed")}
        skeleton={<BookGridSkeleton />}
        empty={none}
        found={(count, number) => t("favorites.count", { count, number })}
        onPage={address.goToPage}
      >
        {({ data }, { stale }) => <Grid favorites={data} page={address.page} stale={stale} />}
      </ListContent>
    </Page>
  );
}

const idOf = ({ _id }: Favorite) => _id;

interface GridProps {
  favorites: readonly Favorite[];
  page: number;
  stale: boolean;
}

function Grid({ favorites, page, stale }: GridProps) {
  // A book that an undo adds again is shown at its old place, not at the first one.
  const books = useSteadyOrder(favorites, idOf);
  const held = useHeldEntries(books, idOf, { question: `${page}`, stale });
  const mine = useMyBooks();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, {});
  return (
    <ul
      ref={list}
      {...held.events}
      aria-busy={stale}
      className={`book-grid transition-opacity ${stale ? "opacity-60" : ""}`}
    >
      {held.entries.map((book) => (
        <li
          key={book._id}
          {...held.itemProps(book)}
          data-row={book._id}
          className="min-w-0 inert:opacity-40"
        >
          <Entry book={book} mineUntil={mine.get(book._id)} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  book: Favorite;
  /** The due date of the person's own borrowing of it, if any. */
  mineUntil: string | undefined;
}

function Entry({ book, mineUntil }: EntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const restore = useChangeFavorite({ quiet: true });
  const bookId = book._id;
  const remove = useAction(useChangeFavorite(), {
    done: () => {
      notifyFavoriteRemoved(t, book, () => restore.mutateAsync({ bookId, isFavorite: true }));
      return null;
    },
    failed: t("favorites.removeFailed"),
  });
  return (
    <BookCard
      book={book}
      to={pathTo("/books/:id", { id: book._id })}
      headingLevel={2}
      meta={
        <>
          {book.archivedAt ? (
            <Badge tone="warning">{t("favorites.archived")}</Badge>
          ) : (
            <AvailabilityBadge
              available={book.availableCopies}
              total={book.totalCopies}
              mineUntil={mineUntil}
            />
          )}
          <span className="w-full text-sm text-subtle">
            {t("favorites.since", { date: format.date(book.addedAt) })}
          </span>
        </>
      }
      actions={
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 touch:min-h-11">
          {book.archivedAt ? null : <BorrowButton book={book} mine={mineUntil !== undefined} />}
          <Button
            variant="ghost"
            size="sm"
            pending={remove.pending}
            aria-label={t("favorites.removeOf", { title: book.title })}
            onClick={() => {
              void remove.run({ bookId, isFavorite: false });
            }}
          >
            {t("favorites.removeShort")}
          </Button>
        </div>
      }
    />
  );
}
