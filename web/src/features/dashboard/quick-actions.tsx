import { BookOpen, Gauge, History, Star, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";

/** Links to the most used screens. */
export function QuickActions({ admin }: { admin: boolean }) {
  const { t } = useTranslation();
  return (
    <Section title={t("dashboard.actions.title")}>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <Action to="/books" icon={<BookOpen />} hint={t("dashboard.actions.browseHint")}>
          {t("dashboard.actions.browse")}
        </Action>
        <Action to="/books?sort=rating" icon={<Star />} hint={t("dashboard.actions.topRatedHint")}>
          {t("dashboard.actions.topRated")}
        </Action>
        {admin ? (
          <Action to="/admin" icon={<Gauge />} hint={t("dashboard.actions.adminHint")}>
            {t("dashboard.actions.admin")}
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
