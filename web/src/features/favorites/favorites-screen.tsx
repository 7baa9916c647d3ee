import { Heart } from "lucide-react";
import { hasGeneralToast, messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { useChangeFavorite, useFavorites } from "@/api/queries/favorites.ts";
import type { Favorite } from "@/api/shapes.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useSteadyOrder } from "@/lib/steady-order.ts";
import { useAddress } from "@/lib/use-address.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { AvailabilityBadge, Badge } from "@/ui/badge.tsx";
import { BookCard } from "@/ui/book-card.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { notifyFavoriteRemoved } from "@/ui/favorite-note.ts";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { BookGridSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { notify } from "@/ui/toast/notify.ts";

/** Books a page: whole rows of two, three, four and six. */
const PAGE_SIZE = 24;

/** The person's favorites, the latest first. */
export default function FavoritesScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const page = Math.max(1, Number.parseInt(address.query.get("page") ?? "1", 10) || 1);
  const favorites = useFavorites({ page, limit: PAGE_SIZE });
  const total = favorites.data?.pagination.total;
  return (
    <Page>
      <DocumentTitle title={t("favorites.title")} />
      <PageHeader title={t("favorites.title")} lead={t("favorites.lead")} />
      <LiveRegion>
        {total === undefined
          ? ""
          : t("favorites.count", { count: total, number: format.count(total) })}
      </LiveRegion>
      <List favorites={favorites} onPage={address.goToPage} />
    </Page>
  );
}

function List({
  favorites,
  onPage,
}: {
  favorites: ReturnType<typeof useFavorites>;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  // A book that is added again by an undo comes back in its place, not in the first one.
  const books = useSteadyOrder(favorites.data?.data ?? [], ({ _id }) => _id);
  if (!favorites.data) {
    if (!favorites.error) return <BookGridSkeleton />;
    return (
      <Card>
        <ErrorState
          headingLevel={2}
          title={t("favorites.failed")}
          text={messageOf(favorites.error, "")}
          onRetry={() => void favorites.refetch()}
          retrying={favorites.isFetching}
        />
      </Card>
    );
  }
  const { pagination } = favorites.data;
  if (books.length === 0) {
    return pagination.total > 0 ? (
      <PastTheEnd onFirstPage={() => onPage(1)} />
    ) : (
      <Card>
        <EmptyState
          headingLevel={2}
          icon={<Heart />}
          title={t("favorites.emptyTitle")}
          text={t("favorites.emptyText")}
          action={<ButtonLink to="/books">{t("favorites.browse")}</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-8" aria-busy={favorites.isPlaceholderData}>
      <ul
        className={`book-grid transition-opacity ${favorites.isPlaceholderData ? "opacity-60" : ""}`}
      >
        {books.map((book) => (
          <li key={book._id} className="min-w-0">
            <Entry book={book} />
          </li>
        ))}
      </ul>
      <Pagination
        page={pagination.page}
        pages={pagination.pages}
        total={pagination.total}
        limit={PAGE_SIZE}
        pending={favorites.isPlaceholderData}
        onPage={onPage}
      />
    </div>
  );
}

function Entry({ book }: { book: Favorite }) {
  const { t } = useTranslation();
  const format = useFormat();
  const change = useChangeFavorite();
  const restore = useChangeFavorite({ quiet: true });
  const rememberFocus = useFocusAfterRemoval();
  const remove = async () => {
    const bookId = book._id;
    try {
      await change.mutateAsync({ bookId, isFavorite: false });
      notifyFavoriteRemoved(t, book, {
        run: () => restore.mutateAsync({ bookId, isFavorite: true }),
        problemOf: outageAwareMessageOf,
      });
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, t("favorites.removeFailed")));
    }
  };
  return (
    <BookCard
      book={book}
      to={`/books/${book._id}`}
      headingLevel={2}
      meta={
        <>
          {book.archivedAt ? (
            <Badge tone="warning">{t("favorites.archived")}</Badge>
          ) : (
            <AvailabilityBadge available={book.availableCopies} total={book.totalCopies} />
          )}
          <span className="w-full text-sm text-subtle">
            {t("favorites.since", { date: format.date(book.addedAt) })}
          </span>
        </>
      }
      actions={
        <Button
          variant="secondary"
          size="sm"
          wide
          pending={change.isPending}
          aria-label={t("favorites.removeOf", { title: book.title })}
          onClick={(event) => {
            rememberFocus(event.currentTarget);
            void remove();
          }}
        >
          {t("favorites.removeShort")}
        </Button>
      }
    />
  );
}
