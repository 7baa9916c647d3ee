import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMyBorrowings, useMyHistory } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";

/** Students: what they have, have had and owe. */
export function BorrowingSummary() {
  const { t } = useTranslation();
  const format = useFormat();
  const mine = useMyBorrowings({ limit: 100 });
  const history = useMyHistory({ limit: 1 });
  const error = mine.error ?? history.error;
  return (
    <Section title={t("profile.summary.title")}>
      <Card>
        {mine.data && history.data ? (
          <div className="flex flex-col gap-5">
            <dl className="flex flex-col divide-y divide-line">
              <Line name={t("profile.summary.current")}>
                {format.count(mine.data.pagination.total)}
              </Line>
              <Line name={t("profile.summary.overdue")} alarming={overdue() > 0}>
                {format.count(overdue())}
              </Line>
              <Line name={t("profile.summary.total")}>
                {format.count(history.data.totals.borrowings)}
              </Line>
              <Line name={t("profile.summary.returned")}>
                {format.count(history.data.totals.returned)}
              </Line>
              <Line
                name={t("profile.summary.fines")}
                alarming={history.data.totals.finesOutstanding > 0}
              >
                {format.money(history.data.totals.finesOutstanding)}
              </Line>
            </dl>
            <div className="flex flex-wrap gap-2">
              <ButtonLink variant="soft" size="sm" to="/my-borrowings">
                {t("profile.summary.borrowings")}
              </ButtonLink>
              <ButtonLink variant="secondary" size="sm" to="/my-history">
                {t("profile.summary.history")}
              </ButtonLink>
            </div>
          </div>
        ) : error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("profile.summary.failed")}
            text={messageOf(error, "")}
            onRetry={() => {
              void mine.refetch();
              void history.refetch();
            }}
            retrying={mine.isFetching || history.isFetching}
          />
        ) : (
          <TextSkeleton lines={5} />
        )}
      </Card>
    </Section>
  );

  function overdue(): number {
    return (mine.data?.data ?? []).filter(({ status }) => status === "overdue").length;
  }
}

function Line({
  name,
  alarming = false,
  children,
}: {
  name: string;
  alarming?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-md text-muted">{name}</dt>
      <dd className={`tabular font-semibold ${alarming ? "text-danger" : ""}`}>{children}</dd>
    </div>
  );
}
