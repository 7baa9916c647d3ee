import { BookOpen, ChevronRight, Gauge, ListChecks, Users } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";

const TOOLS = [
  { to: "/admin", name: "dashboard", icon: Gauge },
  { to: "/admin/books", name: "books", icon: BookOpen },
  { to: "/admin/users", name: "users", icon: Users },
  { to: "/admin/borrowings", name: "borrowings", icon: ListChecks },
] as const;

/** Administrators: the ways to their work. */
export function AdminTools() {
  const { t } = useTranslation();
  return (
    <Section title={t("profile.admin.title")}>
      <Card flush>
        <ul className="flex flex-col divide-y divide-line">
          {TOOLS.map(({ to, name, icon: Icon }) => (
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
                  <span className="font-medium text-md">{t(`profile.admin.${name}`)}</span>
                  <span className="text-sm text-subtle">{t(`profile.admin.${name}Hint`)}</span>
                </span>
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
