import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { Link } from "@/ui/link.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import { type BulkEdit, useRefusedBooks } from "./queries.ts";

/** The books that an edit could not change, with the reasons. */
export function RefusedBooks({ edit, onClose }: { edit: BulkEdit; onClose: () => void }) {
  const { t } = useTranslation();
  const refused = useRefusedBooks(edit._id);
  const books = refused.data?.pages.flat() ?? [];
  return (
    <Dialog
      open
      onOpenChange={(opens) => (opens ? undefined : onClose())}
      title={t("bulkEdits.refusedTitle")}
      description={t("bulkEdits.refusedText")}
      footer={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      {refused.isPending ? <Skeleton className="h-20" /> : null}
      {refused.isError ? <p role="alert">{t("bulkEdits.refusedFailed")}</p> : null}
      <ul className="flex flex-col divide-y divide-line">
        {books.map((book) => (
          <li key={book._id} className="py-2.5">
            <Link
              to={`${pathTo("/admin/books", {})}?edit=${book._id}`}
              className="font-medium font-serif text-base hover:text-primary"
            >
              <span dir="auto">{book.title}</span>
            </Link>{" "}
            <span className="text-muted text-sm" dir="auto">
              {book.author}
            </span>
            {book.errors.map(({ field, message }) => (
              <p key={field} className="text-danger text-sm">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {refused.hasNextPage ? (
        <Button
          variant="secondary"
          pending={refused.isFetchingNextPage}
          onClick={() => void refused.fetchNextPage()}
        >
          {t("bulkEdits.moreRefused")}
        </Button>
      ) : null}
    </Dialog>
  );
}
