import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import type { AttentionReport } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Link, TextLink } from "@/ui/link.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { useReport } from "./queries.ts";

/** Entries that need attention today: the first few of each kind, with links to all. */
export function Attention() {
  const { t } = useTranslation();
  const report = useReport("attention");
  const { data } = report;
  const isClear = data && data.overdue.total + data.withoutCopies.total + data.blocked.total === 0;
  return (
    <Section title={t("reports.attention.title")}>
      <Card>
        {/* About as high as a full group, so that the lists below move little when it is loaded. */}
        <div className="grid min-h-82 items-start">
          {data === undefined ? (
            report.error ? (
              <ErrorState
                compact
                headingLevel={3}
                title={t("reports.failed", { title: t("reports.attention.title") })}
                text={messageOf(report.error, "")}
                onRetry={() => void report.refetch()}
                retrying={report.isFetching}
              />
            ) : (
              <BookRowsSkeleton count={4} />
            )
          ) : isClear ? (
            <EmptyState
              compact
              headingLevel={3}
              icon={<CircleCheck />}
              title={t("reports.attention.clear")}
              text={t("reports.attention.clearText")}
            />
          ) : (
            <div className="grid gap-x-10 gap-y-8 max-lg:grid-cols-[minmax(0,1fr)] lg:auto-cols-[minmax(0,1fr)] lg:grid-flow-col">
              <Groups report={data} />
            </div>
          )}
        </div>
      </Card>
    </Section>
  );
}

function Groups({ report: { overdue, withoutCopies, blocked } }: { report: AttentionReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Group
        title={t("reports.attention.overdue", {
          count: overdue.total,
          number: format.count(overdue.total),
          days: overdue.moreThanDays,
        })}
        total={overdue.total}
        to="/admin/borrowings?status=overdue"
        all={t("reports.attention.all")}
      >
        {overdue.entries.map(({ _id, book, user, daysOverdue }) => (
          <Entry
            key={_id}
            to={pathTo("/admin/users", { user: user?._id ?? "" })}
            name={book.title}
            text={t("reports.attention.lateBy", {
              count: daysOverdue,
              number: format.count(daysOverdue),
              name: user?.name ?? "",
            })}
          />
        ))}
      </Group>
      <Group
        title={t("reports.attention.withoutCopies", {
          count: withoutCopies.total,
          number: format.count(withoutCopies.total),
        })}
        total={withoutCopies.total}
        to="/admin/books"
        all={t("reports.attention.allBooks")}
      >
        {withoutCopies.entries.map(({ _id, title, author }) => (
          <Entry
            key={_id}
            to={pathTo("/admin/books", { edit: _id, tab: "copies" })}
            name={title}
            text={author}
          />
        ))}
      </Group>
      <Group
        title={t("reports.attention.blocked", {
          count: blocked.total,
          number: format.count(blocked.total),
        })}
        total={blocked.total}
        to="/admin/users"
        all={t("reports.attention.allPeople")}
      >
        {blocked.entries.map(({ user, balance, limit }) => (
          <Entry
            key={user._id}
            to={pathTo("/admin/users", { user: user._id })}
            name={user.name}
            text={t("reports.attention.owes", {
              amount: format.money(balance),
              limit: format.money(limit),
            })}
          />
        ))}
      </Group>
    </>
  );
}

interface GroupProps {
  title: string;
  total: number;
  to: string;
  /** The text of the link to the full list. */
  all: string;
  children: readonly ReactNode[];
}

/** One group of entries that need attention; hidden when it is empty. */
function Group({ title, total, to, all, children }: GroupProps) {
  if (total === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold text-md">{title}</h3>
      <ul className="flex flex-col divide-y divide-line">{children}</ul>
      {total > children.length ? (
        <TextLink to={to} className="w-fit text-md">
          {all}
        </TextLink>
      ) : null}
    </div>
  );
}

function Entry({ to, name, text }: { to: string; name: string; text: string }) {
  return (
    <li className="min-w-0 py-2.5">
      <Link
        to={to}
        dir="auto"
        className="block w-fit max-w-full truncate rounded-chip font-medium text-md hover:text-primary"
      >
        {name}
      </Link>{" "}
      <p className="truncate text-muted text-sm" dir="auto">
        {text}
      </p>
    </li>
  );
}
