import { ChevronRight } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Link } from "@/ui/link.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { SECTIONS } from "./sections.ts";

/** `/admin/settings`: what can be set, section by section. */
export default function SettingsListScreen() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <DocumentTitle title={t("settings.title")} />
      <PageHeader title={t("settings.title")} lead={t("settings.lead")} />
      <Card flush>
        <ul className="flex flex-col divide-y divide-line">
          {SECTIONS.map(({ to, label, hint, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex items-center gap-4 px-4 py-4 outline-offset-[-2px] transition-colors hover:bg-sunken sm:px-5"
              >
                <span
                  aria-hidden="true"
                  className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-on-primary-soft"
                >
                  <Icon className="size-5" />
                </span>
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="font-medium">{t(label)}</span>
                  <span className="text-md text-muted">{t(hint)}</span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="size-4.5 shrink-0 text-subtle rtl:-scale-x-100"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
