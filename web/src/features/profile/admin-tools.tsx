import { BookOpen, ChevronRight, CircleAlert, Gauge, ListChecks, Users } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { useLibraryNumbers } from "./queries.ts";

const TOOLS = [
  { to: "/admin", name: "dashboard", icon: Gauge, number: null },
  { to: "/admin/books", name: "books", icon: BookOpen, number: "totalBooks" },
  { to: "/admin/users", name: "users", icon: Users, number: "totalUsers" },
  { to: "/admin/borrowings", name: "borrowings", icon: ListChecks, number: "totalBorrowings" },
] as const;

/** Administrators: the ways to their work, how much there is of it, and what is late. */
export function AdminTools() {
  const { t } = useTranslation();
  const format = useFormat();
  // The ways lead on whether or not the numbers are there.
  const numbers = useLibraryNumbers().data;
  return (
    <Section title={t("profile.admin.title")}>
      <Card flush>
        {numbers && numbers.overdueBooks > 0 ? (
          <Link
            to="/admin/borrowings?status=overdue"
            className="flex items-center gap-3 border-line border-b bg-danger-soft px-4 py-3 font-medium text-danger text-md outline-offset-[-2px] hover:underline sm:px-5"
          >
            <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
            {t("profile.admin.overdue", {
              count: numbers.overdueBooks,
              number: format.count(numbers.overdueBooks),
            })}
          </Link>
        ) : null}
        <ul className="flex flex-col divide-y divide-line">
          {TOOLS.map(({ to, name, icon: Icon, number }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex items-center gap-3 px-4 py-3 outline-offset-[-2px] transition-colors hover:bg-sunken sm:px-5"
              >
                <span
                  aria-hidden="true"
                  className="grid size-9 shrink-0 place-items-center rounded-control bg-primary-soft text-on-primary-soft"
                >
                  <Icon className="size-4.5" />
                </span>
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="font-medium text-md">{t(`profile.admin.${name}`)}</span>{" "}
                  <span className="text-sm text-subtle">{t(`profile.admin.${name}Hint`)}</span>
                </span>{" "}
                {numbers && number ? <Badge>{format.count(numbers[number])}</Badge> : null}
                <ChevronRight
                  aria-hidden="true"
                  className="size-4 shrink-0 text-subtle rtl:-scale-x-100"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
