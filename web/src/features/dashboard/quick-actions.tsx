import { BookOpen, Gauge, History, ListChecks, Star, UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "@/api/permissions.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";

/** Links to the most used screens. Staff without the admin dashboard get links to the screens of their work instead. */
export function QuickActions() {
  const { t } = useTranslation();
  const may = useMay();
  const atDesk = may("read_users") && !may("read_statistics");
  return (
    <Section title={t("dashboard.actions.title")}>
      <ul className="fit-grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        <Action to="/books" icon={<BookOpen />} hint={t("dashboard.actions.browseHint")}>
          {t("dashboard.actions.browse")}
        </Action>
        {atDesk ? (
          <Action to="/admin/users" icon={<Users />} hint={t("dashboard.actions.usersHint")}>
            {t("nav.manageUsers")}
          </Action>
        ) : (
          <Action
            to="/books?sort=rating"
            icon={<Star />}
            hint={t("dashboard.actions.topRatedHint")}
          >
            {t("dashboard.actions.topRated")}
          </Action>
        )}
        {may("read_statistics") ? (
          <Action to="/admin" icon={<Gauge />} hint={t("dashboard.actions.adminHint")}>
            {t("dashboard.actions.admin")}
          </Action>
        ) : may("read_any_borrowing") ? (
          <Action
            to="/admin/borrowings"
            icon={<ListChecks />}
            hint={t("dashboard.actions.manageBorrowingsHint")}
          >
            {t("nav.manageBorrowings")}
          </Action>
        ) : (
          <Action to="/my-history" icon={<History />} hint={t("dashboard.actions.historyHint")}>
            {t("dashboard.actions.history")}
          </Action>
        )}
        <Action to="/profile" icon={<UserRound />} hint={t("dashboard.actions.profileHint")}>
          {t("dashboard.actions.profile")}
        </Action>
      </ul>
    </Section>
  );
}

function Action({
  to,
  icon,
  hint,
  children,
}: {
  to: string;
  icon: ReactNode;
  hint: string;
  children: string;
}) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="group flex h-full items-center gap-3 rounded-card border border-line bg-surface p-3 shadow-rest transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-lift sm:p-4"
      >
        <span
          aria-hidden="true"
          className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-on-primary-soft [&_svg]:size-5"
        >
          {icon}
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="font-medium text-md">{children}</span>
          <span className="text-sm text-subtle max-sm:hidden">{hint}</span>
        </span>
      </Link>
    </li>
  );
}
