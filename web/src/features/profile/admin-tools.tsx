import { BookOpen, CircleAlert, Gauge, ListChecks, Users } from "lucide-react";
import { may } from "@/api/permissions.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { LinkRow, LinkRows } from "@/ui/link-row.tsx";
import { useLibraryNumbers } from "./queries.ts";

const TOOLS = [
  { to: "/admin", name: "dashboard", icon: Gauge, number: null, needs: "read_statistics" },
  {
    to: "/admin/books",
    name: "books",
    icon: BookOpen,
    number: "totalBooks",
    needs: "read_inventory",
  },
  { to: "/admin/users", name: "users", icon: Users, number: "totalUsers", needs: "read_users" },
  {
    to: "/admin/borrowings",
    name: "borrowings",
    icon: ListChecks,
    number: "totalBorrowings",
    needs: "read_any_borrowing",
  },
] as const;

/** Staff: links to the management screens that they may open, with totals and overdue borrowings. */
export function AdminTools({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  const format = useFormat();
  // The links also work without the numbers.
  const numbers = useLibraryNumbers({ enabled: may(user, "read_statistics") }).data;
  const tools = TOOLS.filter(({ needs }) => may(user, needs));
  if (tools.length === 0) return null;
  return (
    <Section title={t("profile.admin.title")}>
      <Card flush>
        {numbers && numbers.overdueBooks > 0 && may(user, "read_any_borrowing") ? (
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
          {tools.map(({ to, name, icon, number }) => (
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
