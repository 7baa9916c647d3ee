import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMyBorrowings, useRenewAll } from "@/api/queries/borrowings.ts";
import type { Shape } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Banner } from "@/ui/banner.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { BorrowingCard } from "./borrowing-card.tsx";
import { BorrowingCardsSkeleton } from "./borrowing-cards-skeleton.tsx";

/** What the person has now, overdue ones first. */
export function OpenBorrowings() {
  const { t } = useTranslation();
  // Nobody may have more at once than fit on a page of this size.
  const mine = useMyBorrowings({ limit: 100 });
  const renewAll = useRenewAll();
  const [result, setResult] = useState<Shape<"RenewedAll"> | null>(null);
  const renewable = mine.data?.data.some(({ renewalsLeft }) => renewalsLeft > 0);
  const renew = async () => {
    setResult(null);
    try {
      const all = await renewAll.mutateAsync();
      setResult(all);
      if (all.renewed.length > 0) {
        notify.success(t("borrowings.renew.allDone", { count: all.renewed.length }));
      }
    } catch (error) {
      notify.error(messageOf(error, t("borrowings.renew.failed")));
    }
  };
  return (
    <Section
      title={t("borrowings.current.title")}
      action={
        renewable ? (
          <ActionButton variant="secondary" size="sm" action={renew}>
            {t("borrowings.renew.all")}
          </ActionButton>
        ) : null
      }
    >
      {result ? <NotRenewed result={result} /> : null}
      <Current mine={mine} />
    </Section>
  );
}

/** The books that could not be renewed, each with its reasons. */
function NotRenewed({ result }: { result: Shape<"RenewedAll"> }) {
  const { t } = useTranslation();
  if (result.refused.length === 0) return null;
  return (
    <Banner tone="warning">
      <p className="font-medium">
        {t("borrowings.renew.notAll", { count: result.refused.length })}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {result.refused.map(({ borrowing, refusals }) => (
          <li key={borrowing._id}>
            <span dir="auto">{borrowing.book.title}</span>
            {": "}
            {refusals.map(({ message }) => message).join("; ")}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function Current({ mine }: { mine: ReturnType<typeof useMyBorrowings> }) {
  const { t } = useTranslation();
  if (!mine.data) {
    if (!mine.error) return <BorrowingCardsSkeleton />;
    return (
      <Card>
        <ErrorState
          compact
          headingLevel={3}
          title={t("borrowings.current.failed")}
          text={messageOf(mine.error, "")}
          onRetry={() => void mine.refetch()}
          retrying={mine.isFetching}
        />
      </Card>
    );
  }
  if (mine.data.data.length === 0) {
    return (
      <Card>
        <EmptyState
          compact
          headingLevel={3}
          title={t("borrowings.current.emptyTitle")}
          text={t("borrowings.current.emptyText")}
          action={<ButtonLink to="/books">{t("borrowings.current.browse")}</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {mine.data.data.map((borrowing) => (
        <li key={borrowing._id} className="min-w-0">
          <BorrowingCard borrowing={borrowing} />
        </li>
      ))}
    </ul>
  );
}
