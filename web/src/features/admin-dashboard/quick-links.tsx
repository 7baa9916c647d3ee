import { BookOpen, ChevronRight, Globe, ListChecks, Users } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";

const LINKS = [
  {
    to: "/admin/users",
    label: "nav.manageUsers",
    text: "admin.dashboard.manageUsersText",
    icon: Users,
  },
  {
    to: "/admin/books",
    label: "nav.manageBooks",
    text: "admin.dashboard.manageBooksText",
    icon: BookOpen,
  },
  {
    to: "/admin/borrowings",
    label: "nav.manageBorrowings",
    text: "admin.dashboard.manageBorrowingsText",
    icon: ListChecks,
  },
  // `/` alone sends whoever is signed in to their dashboard.
  {
    to: "/?view=site",
    label: "nav.viewSite",
    text: "admin.dashboard.viewSiteText",
    icon: Globe,
  },
] as const;

/** The ways to the places of work, each with a sentence. */
export function QuickLinks() {
  const { t } = useTranslation();
  return (
    <Section title={t("admin.dashboard.quickLinks")}>
      <Card flush>
        <ul className="divide-y divide-line">
          {LINKS.map(({ to, label, text, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="group/link flex items-center gap-4 px-4 py-3.5 outline-offset-[-2px] transition-colors hover:bg-sunken/60 sm:px-5"
              >
                <span
                  aria-hidden="true"
                  className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-on-primary-soft"
                >
                  <Icon className="size-5" />
                </span>
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="font-medium">{t(label)}</span>
                  <span className="text-md text-muted">{t(text)}</span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="size-4 shrink-0 text-subtle transition-transform group-hover/link:translate-x-0.5 rtl:-scale-x-100"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
