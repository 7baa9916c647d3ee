import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMyBorrowings, useRenewAll } from "@/api/queries/borrowings.ts";
import type { Borrowing, Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useSteadyOrder } from "@/lib/steady-order.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { RenewPress } from "@/parts/borrowings/renew-press.tsx";
import { fineSoFar } from "@/parts/borrowings/running-fine.ts";
import { NotRefreshed } from "@/parts/list/not-refreshed.tsx";
import { useHeldEntries } from "@/parts/list/use-held-entries.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { BorrowingCard } from "./borrowing-card.tsx";
import { BorrowingCardsSkeleton } from "./borrowing-cards-skeleton.tsx";
import { type Refusals, useRefusals } from "./refusals.ts";
import { currentOf, RenewAllResult } from "./renew-all-result.tsx";

const idOf = ({ _id }: Borrowing) => _id;

/** Cards per page. */
const PAGE_SIZE = 50;

/** The open borrowings of the person, overdue ones first. */
export function OpenBorrowings() {
  const { t } = useTranslation();
  const mine = useMyBorrowings();
  const refusals = useRefusals();
  const [result, setResult] = useState<Shape<"RenewedAll"> | null>(null);
  const format = useFormat();
  const fine = fineSoFar(mine.data ?? []);
  const canRenew = mine.data?.some(({ renewalsLeft }) => renewalsLeft > 0);
  const renewAll = useAction(useRenewAll(), {
    done: (tried) => {
      setResult(tried);
      if (tried.renewed.length + tried.refused.length === 0) {
        notify.info(t("borrowings.renew.nothingDone"));
      }
      return null;
    },
    failed: t("borrowings.renew.allFailed"),
    shows: "ownToast",
  });
  const renew = () => {
    setResult(null);
    refusals.clearAll();
    return renewAll.run();
  };
  return (
    <Section
      title={t("borrowings.current.title")}
      action={
        canRenew ? (
          <RenewPress
            label={t("borrowings.renew.all")}
            question={
              fine === 0 ? null : t("borrowings.renew.overdueAll", { amount: format.money(fine) })
            }
            renew={renew}
          />
        ) : null
      }
    >
      {result ? (
        <RenewAllResult result={currentOf(result, mine.data ?? [])} onChange={setResult} />
      ) : null}
      <Current mine={mine} refusals={refusals} />
    </Section>
  );
}

interface CurrentProps {
  mine: ReturnType<typeof useMyBorrowings>;
  refusals: Refusals;
}

function Current({ mine, refusals }: CurrentProps) {
  const { t } = useTranslation();
  const retry = { onRetry: () => void mine.refetch(), retrying: mine.isFetching };
  if (!mine.data) {
    if (!mine.error) return <BorrowingCardsSkeleton />;
    return (
      <Card>
        <ErrorState
          compact
          headingLevel={3}
          title={t("borrowings.current.failed")}
          text={messageOf(mine.error, "")}
          {...retry}
        />
      </Card>
    );
  }
  return (
    <>
      {mine.error ? <NotRefreshed error={mine.error} {...retry} /> : null}
      {mine.data.length === 0 ? (
        <Card>
          <EmptyState
            compact
            headingLevel={3}
            title={t("borrowings.current.emptyTitle")}
            text={t("borrowings.current.emptyText")}
            action={<ButtonLink to="/books">{t("borrowings.current.browse")}</ButtonLink>}
          />
        </Card>
      ) : (
        <Cards borrowings={mine.data} refusals={refusals} />
      )}
    </>
  );
}

interface CardsProps {
  borrowings: readonly Borrowing[];
  refusals: Refusals;
}

/** One page of cards; the address holds its number. */
function Cards({ borrowings, refusals }: CardsProps) {
  const address = useAddress();
  const steady = useSteadyOrder(borrowings, idOf);
  const held = useHeldEntries(steady, idOf, { question: `${address.page}` });
  const pages = Math.ceil(borrowings.length / PAGE_SIZE);
  // The page in the address may no longer exist after returns.
  const page = Math.min(address.page, pages);
  return (
    <div className="flex flex-col gap-6">
      <ul className="grid gap-4 lg:grid-cols-2" {...held.events}>
        {held.entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((borrowing) => (
          <li
            key={borrowing._id}
            {...held.itemProps(borrowing)}
            className="min-w-0 inert:opacity-40"
          >
            <BorrowingCard borrowing={borrowing} refusals={refusals} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pages={pages}
        total={borrowings.length}
        limit={PAGE_SIZE}
        onPage={address.goToPage}
      />
    </div>
  );
}
