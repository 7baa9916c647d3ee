import { BookOpen, Globe, ListChecks, Users } from "lucide-react";
import { useMay } from "@/api/permissions.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { LinkRow, LinkRows } from "@/ui/link-row.tsx";

const LINKS = [
  {
    to: "/admin/users",
    label: "nav.manageUsers",
    text: "admin.dashboard.manageUsersText",
    icon: Users,
    needs: "read_users",
  },
  {
    to: "/admin/books",
    label: "nav.manageBooks",
    text: "admin.dashboard.manageBooksText",
    icon: BookOpen,
    needs: "read_inventory",
  },
  {
    to: "/admin/borrowings",
    label: "nav.manageBorrowings",
    text: "admin.dashboard.manageBorrowingsText",
    icon: ListChecks,
    needs: "read_any_borrowing",
  },
  // `/` alone redirects signed-in people to their dashboard.
  {
    to: "/?view=site",
    label: "nav.viewSite",
    text: "admin.dashboard.viewSiteText",
    icon: Globe,
    needs: null,
  },
] as const;

/** Links to the management screens that the person may open, each with a sentence. */
export function QuickLinks() {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Section title={t("admin.dashboard.quickLinks")}>
      <Card flush>
        <LinkRows>
          {LINKS.filter(({ needs }) => needs === null || may(needs)).map(
            ({ to, label, text, icon }) => (
              <LinkRow key={to} to={to} icon={icon} label={t(label)} hint={t(text)} />
            ),
          )}
        </LinkRows>
      </Card>
    </Section>
  );
}
