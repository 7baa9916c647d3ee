import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMySummary } from "@/api/queries/borrowings.ts";
import type { Summary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";

/** Students: open and past borrowings, fines and favorites. */
export function BorrowingSummary() {
  const { t } = useTranslation();
  const summary = useMySummary();
  return (
    <Section title={t("profile.summary.title")}>
      <Card>
        {summary.data ? (
          <div className="flex flex-col gap-5">
            <Numbers summary={summary.data} />
            <div className="flex flex-wrap gap-2">
              <ButtonLink variant="soft" size="sm" to="/my-borrowings">
                {t("profile.summary.borrowings")}
              </ButtonLink>
              <ButtonLink variant="secondary" size="sm" to="/my-history">
                {t("profile.summary.history")}
              </ButtonLink>
            </div>
          </div>
        ) : summary.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("profile.summary.failed")}
            text={messageOf(summary.error, "")}
            onRetry={() => void summary.refetch()}
            retrying={summary.isFetching}
          />
        ) : (
          <TextSkeleton lines={6} />
        )}
      </Card>
    </Section>
  );
}

function Numbers({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { mostReadCategory } = summary;
  return (
    <dl className="flex flex-col divide-y divide-line">
      <Line name={t("profile.summary.current")}>{format.count(summary.open)}</Line>
      <Line name={t("profile.summary.overdue")} alarming={summary.overdue > 0}>
        {format.count(summary.overdue)}
      </Line>
      <Line name={t("profile.summary.returned")}>{format.count(summary.returned)}</Line>
      <Line name={t("profile.summary.total")}>{format.count(summary.open + summary.returned)}</Line>
      <Line name={t("profile.summary.fines")} alarming={summary.finesOutstanding > 0}>
        {format.money(summary.finesOutstanding)}
      </Line>
      <Line name={t("profile.summary.finesPaid")}>{format.money(summary.finesPaid)}</Line>
      <Line name={t("profile.summary.favorites")}>
        <SubtleLink to="/favorites">{format.count(summary.favorites)}</SubtleLink>
      </Line>
      <Line name={t("profile.summary.mostRead")}>
        {mostReadCategory ? (
          <SubtleLink to={pathTo("/books", { category: mostReadCategory.name })}>
            <bdi>{mostReadCategory.name}</bdi>
          </SubtleLink>
        ) : (
          <span className="font-normal text-subtle">{t("profile.summary.nothingRead")}</span>
        )}
      </Line>
      <Line name={t("profile.summary.since")}>{format.date(summary.memberSince)}</Line>
    </dl>
  );
}

function SubtleLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="rounded-chip underline decoration-line-strong underline-offset-4 hover:text-primary hover:decoration-primary"
    >
      {children}
    </Link>
  );
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
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-md text-muted">{name}</dt>
      <dd className={`tabular text-end font-semibold ${alarming ? "text-danger" : ""}`}>
        {children}
      </dd>
    </div>
  );
}
