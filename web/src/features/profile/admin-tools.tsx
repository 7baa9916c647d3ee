import { BookOpen, CircleAlert, Gauge, ListChecks, Users } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { LinkRow, LinkRows } from "@/ui/link-row.tsx";
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
        <LinkRows>
          {TOOLS.map(({ to, name, icon, number }) => (
            <LinkRow
              key={to}
              to={to}
              icon={icon}
              label={t(`profile.admin.${name}`)}
              hint={t(`profile.admin.${name}Hint`)}
              aside={numbers && number ? <Badge>{format.count(numbers[number])}</Badge> : null}
            />
          ))}
        </LinkRows>
      </Card>
    </Section>
  );
}
