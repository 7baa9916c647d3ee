import { Check, Pencil, Rss, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChangeSavedSearch, useRemoveSavedSearch } from "@/api/queries/saved-searches.ts";
import type { SavedSearch } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { BookCell } from "@/parts/books/book-cell.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { narrowing, readFilters } from "../book-filters.ts";
import { FeedDialog } from "./feed-dialog.tsx";
import { RenameSearchDialog } from "./rename-search-dialog.tsx";
import { useSearchWords } from "./use-search-words.ts";

/** The number of new books from which on the server no longer counts. */
const MOST_NEW = 20;

/** A saved search with its new books, and what its person can do with it. */
export function SavedSearchEntry({ saved }: { saved: SavedSearch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const filters = readFilters(new URLSearchParams(saved.query));
  const words = useSearchWords(filters);
  const { name, newBooks, newCount } = saved;
  const hidden = newCount - newBooks.length;
  const number = format.count(newCount);
  const isCounted = newCount < MOST_NEW;
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 break-words font-semibold text-lg">
              <Link
                to={pathTo("/books", { ...narrowing(filters), sort: "createdAt" })}
                className="hover:text-primary"
              >
                <bdi>{name}</bdi>
              </Link>
            </h2>
            {newCount === 0 ? null : (
              <Badge tone="info">
                {isCounted
                  ? t("savedSearches.new", { count: newCount, number })
                  : t("savedSearches.newAtLeast", { number })}
              </Badge>
            )}
            {saved.hasFeed ? (
              <Badge icon={<Rss aria-hidden="true" />}>{t("savedSearches.feedOn")}</Badge>
            ) : null}
          </div>
          {words === name ? null : (
            <p className="break-words text-muted text-sm" dir="auto">
              {words}
            </p>
          )}
        </div>
        {newCount === 0 ? (
          <p className="text-md text-muted">
            {t("savedSearches.nothingNew", { date: format.date(saved.seenAt) })}
          </p>
        ) : (
          <ul
            className="grid gap-x-6 gap-y-3 sm:grid-cols-2"
            aria-label={t("savedSearches.newIn", { name })}
          >
            {newBooks.map((book) => (
              <li key={book._id} className="min-w-0">
                <BookCell book={book} to={pathTo("/books/:id", { id: book._id })} />
              </li>
            ))}
            {hidden > 0 ? (
              <li className="text-md text-muted">
                {isCounted
                  ? t("savedSearches.andMore", { count: hidden, number: format.count(hidden) })
                  : t("savedSearches.andAtLeast", { number: format.count(hidden) })}
              </li>
            ) : null}
          </ul>
        )}
        <Actions saved={saved} />
      </div>
    </Card>
  );
}

function Actions({ saved }: { saved: SavedSearch }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<"feed" | "rename" | "remove" | null>(null);
  const { _id: id, name, newBooks } = saved;
  const opens = (dialog: typeof opened) => ({
    open: opened === dialog,
    onOpenChange: (open: boolean) => setOpened(open ? dialog : null),
  });
  const remove = useAction(useRemoveSavedSearch(), {
    done: () => t("savedSearches.removed", { name }),
    failed: t("savedSearches.removeFailed"),
    shows: "problem",
  });
  return (
    <div className="-ms-3 flex flex-wrap gap-1">
      {newBooks[0] ? <SeeButton saved={saved} latest={newBooks[0].createdAt} /> : null}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("savedSearches.feedOf", { name })}
        onClick={() => setOpened("feed")}
      >
        <Rss aria-hidden="true" />
        {t("savedSearches.feed")}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("savedSearches.renameOf", { name })}
        onClick={() => setOpened("rename")}
      >
        <Pencil aria-hidden="true" />
        {t("savedSearches.rename")}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("savedSearches.removeOf", { name })}
        onClick={() => {
          remove.reset();
          setOpened("remove");
        }}
      >
        <Trash2 aria-hidden="true" />
        {t("savedSearches.remove")}
      </Button>
      <FeedDialog saved={saved} {...opens("feed")} />
      <RenameSearchDialog saved={saved} {...opens("rename")} />
      <ActionDialog
        action={remove}
        {...opens("remove")}
        title={t("savedSearches.removeTitle", { name })}
        text={t(saved.hasFeed ? "savedSearches.removeTextFeed" : "savedSearches.removeText")}
        confirm={t("savedSearches.remove")}
        onConfirm={() => remove.run(id)}
      />
    </div>
  );
}

/** Marks the new books as seen. `latest` is when the latest of them was added: one that comes meanwhile stays new. */
function SeeButton({ saved, latest }: { saved: SavedSearch; latest: string }) {
  const { t } = useTranslation();
  const restore = useChangeSavedSearch({ quiet: true });
  const { _id: id, name, seenAt } = saved;
  const see = useAction(useChangeSavedSearch(), {
    done: () => ({
      message: t("savedSearches.seen", { name }),
      undo: {
        run: () => restore.mutateAsync({ id, seenAt }),
        done: t("savedSearches.unseen", { name }),
      },
    }),
    failed: t("savedSearches.seeFailed"),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={see.pending}
      aria-label={t("savedSearches.seeOf", { name })}
      onClick={() => void see.run({ id, seenAt: latest })}
    >
      <Check aria-hidden="true" />
      {t("savedSearches.see")}
    </Button>
  );
}
