import { Tags } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { Book, Copy } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { CopyStates } from "@/parts/books/copy-state-badge.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { TextLink } from "@/ui/link.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { AddCopies } from "./add-copies.tsx";
import { CopyForm } from "./copy-form.tsx";
import { inCollectionFirst } from "./copy-state.ts";
import { PutBackButton } from "./put-back-button.tsx";
import { useCopies } from "./queries.ts";
import { WithdrawButton } from "./withdraw-button.tsx";

/** The copies of a book with their borrowers, and the actions to add and withdraw copies. */
export function CopiesTab({ book }: { book: Book }) {
  const { t } = useTranslation();
  const copies = useCopies(book._id);
  const [added, setAdded] = useState<readonly string[]>([]);
  return (
    <div className="flex flex-col gap-6">
      {copies.data === undefined ? null : (
        <AddCopies
          bookId={book._id}
          place={placeOf(copies.data)}
          onAdded={(all) => {
            const before = new Set(copies.data.map(({ _id }) => _id));
            setAdded(all.map(({ _id }) => _id).filter((id) => !before.has(id)));
          }}
        />
      )}
      {copies.isError && copies.data === undefined ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("admin.books.copiesFailed")}
          text={messageOf(copies.error, "")}
          onRetry={() => void copies.refetch()}
          retrying={copies.isFetching}
        />
      ) : copies.data === undefined ? (
        <TextSkeleton lines={4} />
      ) : copies.data.length === 0 ? (
        <EmptyState
          compact
          headingLevel={3}
          title={t("admin.books.copiesEmpty")}
          text={t("admin.books.copiesEmptyText")}
        />
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-md text-muted">
              {t("admin.books.copiesCount", {
                available: book.availableCopies,
                total: book.totalCopies,
              })}
            </p>
            <PrintLabels bookId={book._id} added={added} />
          </div>
          <ul
            aria-label={t("admin.books.copiesList")}
            className="divide-y divide-line rounded-card border border-line"
          >
            {inCollectionFirst(copies.data).map((copy) => (
              <CopyEntry key={copy._id} copy={copy} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Prints labels for the copies that were just added, or for all copies of the book. */
function PrintLabels({ bookId, added }: { bookId: string; added: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-2">
      {added.length > 0 ? (
        <ButtonLink size="sm" to={pathTo("/admin/labels", { copies: added.join(",") })}>
          <Tags aria-hidden="true" />
          {t("admin.books.printNewLabels", { count: added.length })}
        </ButtonLink>
      ) : null}
      <ButtonLink variant="secondary" size="sm" to={pathTo("/admin/labels", { book: bookId })}>
        <Tags aria-hidden="true" />
        {t("admin.copies.printLabels")}
      </ButtonLink>
    </div>
  );
}

/** The probable place of new copies: that of the last one. */
function placeOf(copies: readonly Copy[]) {
  const last = copies.findLast(({ state }) => state !== "withdrawn");
  return { callNumber: last?.callNumber ?? "", location: last?.location ?? "" };
}

function CopyEntry({ copy }: { copy: Copy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const { state, condition } = copy;
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-wrap">
      {editing ? (
        <CopyForm copy={copy} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className="flex min-w-0 flex-col gap-1">
            <PlaceOf copy={copy} />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span
                className={`tabular break-all font-mono text-md ${state === "withdrawn" ? "text-subtle line-through" : ""}`}
              >
                {copy.barcode}
              </span>{" "}
              <CopyStates copy={copy} />
            </p>
            {copy.stateReason === null ? null : (
              <p dir="auto" className="break-words text-sm">
                {copy.stateReason}
              </p>
            )}
            <p className="text-muted text-sm">
              {condition === null ? null : `${t(`admin.copies.conditions.${condition}`)} · `}
              {copy.borrower ? (
                <>
                  <TextLink to={pathTo("/admin/users", { user: copy.borrower._id })}>
                    <span dir="auto">
                      {t("admin.books.borrower", { name: copy.borrower.name })}
                    </span>
                  </TextLink>{" "}
                  {copy.dueOn ? t("admin.books.until", { date: format.date(copy.dueOn) }) : null}
                </>
              ) : (
                t("admin.books.since", { date: format.date(copy.createdAt) })
              )}
              {copy.price === null
                ? null
                : ` · ${t("admin.books.priceIs", { amount: format.money(copy.price) })}`}
            </p>
          </div>
          {state === "withdrawn" ? (
            <PutBackButton copy={copy} />
          ) : (
            <div className="flex shrink-0 items-center gap-2">
              <Button
                variant="secondary"
                size="sm"
                aria-label={t("admin.books.editCopyOf", { barcode: copy.barcode })}
                onClick={() => setEditing(true)}
              >
                {t("admin.books.edit")}
              </Button>
              <WithdrawButton copy={copy} onLoan={state === "on_loan"} />
            </div>
          )}
        </>
      )}
    </li>
  );
}

/** The call number and the location of a copy. */
function PlaceOf({ copy: { callNumber, location } }: { copy: Copy }) {
  if (callNumber === null && location === null) return null;
  return (
    <p className="flex flex-wrap gap-x-2 text-md">
      {callNumber === null ? null : (
        <span dir="auto" className="font-semibold">
          {callNumber}
        </span>
      )}
      {location === null ? null : <span dir="auto">{location}</span>}
    </p>
  );
}
