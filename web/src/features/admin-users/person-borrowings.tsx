import { BookCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useUnpaidOf } from "@/api/queries/borrowings.ts";
import type { Borrowing, UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useHeldEntries } from "@/parts/list/use-held-entries.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Spinner } from "@/ui/spinner.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { BorrowingEntry } from "./borrowing-entry.tsx";
import { useBorrowingsOf } from "./queries.ts";
import { sortOut } from "./sort-out.ts";

/** The number of returned borrowings that are shown at first. */
const SHOWN = 8;

interface PersonBorrowingsProps {
  person: UserSummary;
  /** Their other charges, which stand between the unpaid fines and the returned books. */
  charges: ReactNode;
}

/** A person's open, unpaid and returned borrowings. */
export function PersonBorrowings({ person, charges }: PersonBorrowingsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const borrowings = useBorrowingsOf(person._id);
  const listed = useUnpaidOf(person._id, {
    enabled: may("record_payment") || may("read_any_history"),
  });
  const failed = [borrowings, listed].find((query) => query.isError && query.data === undefined);
  const isLoading = borrowings.data === undefined || listed.isLoading;
  const { open, unpaid, settled } = sortOut(
    borrowings.data?.pages.flatMap((page) => page.data) ?? [],
    listed.data ?? [],
  );
  return (
    <Section title={t("admin.users.borrowingsFor", { name: person.name })}>
      {failed ? (
        <Card>
          <ErrorState
            compact
            headingLevel={3}
            title={t("admin.users.borrowingsFailed", {
              message: messageOf(failed.error, t("admin.users.borrowingsFailedFallback")),
            })}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        </Card>
      ) : isLoading ? (
        <Card>
          <div className="grid place-items-center py-10 text-primary">
            <Spinner size={32} label={t("admin.users.borrowingsLoading")} />
          </div>
        </Card>
      ) : (
        <Unsettled name={person.name} open={open} unpaid={unpaid} />
      )}
      {charges}
      {failed || isLoading ? null : (
        <Settled
          borrowings={settled}
          older={
            borrowings.hasNextPage ? (
              <Button
                variant="secondary"
                pending={borrowings.isFetchingNextPage}
                onClick={() => void borrowings.fetchNextPage()}
              >
                {t("admin.users.loadEarlier")}
              </Button>
            ) : null
          }
        />
      )}
    </Section>
  );
}

interface UnsettledProps {
  name: string;
  open: readonly Borrowing[];
  /** Returned ones with an unpaid fine; some may be older than those that are loaded. */
  unpaid: readonly Borrowing[];
}

function Unsettled({ name, open, unpaid }: UnsettledProps) {
  const { t } = useTranslation();
  return (
    <>
      {open.length > 0 ? (
        <Entries borrowings={open} />
      ) : (
        <Card>
          <p className="flex items-center gap-3 text-muted">
            <BookCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
            <span>{t("admin.users.noBorrowings", { name })}</span>
          </p>
        </Card>
      )}
      {unpaid.length > 0 ? (
        <Group title={t("admin.users.unpaid")}>
          <Entries borrowings={unpaid} />
        </Group>
      ) : null}
    </>
  );
}

interface SettledProps {
  borrowings: readonly Borrowing[];
  /** The button that loads more of them; null when all are loaded. */
  older: ReactNode;
}

function Settled({ borrowings, older }: SettledProps) {
  const { t } = useTranslation();
  const [showAll, setShowAll] = useState(false);
  if (borrowings.length === 0) return older;
  const shown = showAll ? borrowings : borrowings.slice(0, SHOWN);
  const hidden = borrowings.length - shown.length;
  return (
    <Group title={t("admin.users.earlier")}>
      <Entries borrowings={shown} />
      {hidden > 0 ? (
        <div>
          <Button variant="secondary" onClick={() => setShowAll(true)}>
            {t("admin.users.showMore", { count: hidden })}
          </Button>
        </div>
      ) : (
        older
      )}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

const idOf = ({ _id }: Borrowing) => _id;

function Entries({ borrowings }: { borrowings: readonly Borrowing[] }) {
  const held = useHeldEntries(borrowings, idOf, { question: "" });
  return (
    <Card flush>
      <ul className="divide-y divide-line" {...held.events}>
        {held.entries.map((borrowing) => (
          <BorrowingEntry
            key={borrowing._id}
            borrowing={borrowing}
            {...held.itemProps(borrowing)}
          />
        ))}
      </ul>
    </Card>
  );
}
