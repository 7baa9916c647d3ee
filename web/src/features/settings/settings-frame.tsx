import { ChevronLeft } from "lucide-react";
import { NavLink, Outlet, useLocation } from "react-router";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import { Page } from "@/ui/page-header.tsx";
import { useSections } from "./sections.ts";

/** The frame of every section of the settings: the list of sections, or on phones a link to it. */
export default function SettingsFrame() {
  const { t } = useTranslation();
  const sections = useSections();
  const atTheList = useLocation().pathname.replace(/\/$/, "") === "/admin/settings";
  return (
    <Page>
      <div className="grid items-start gap-6 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-10">
        <nav
          aria-label={t("settings.sections")}
          className={`max-lg:hidden lg:sticky lg:top-24 ${atTheList ? "lg:hidden" : ""}`}
        >
          <ul className="flex flex-col gap-0.5">
            {sections.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-md text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft"
                >
                  <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                  {t(label)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {atTheList ? null : (
          <Link
            to="/admin/settings"
            className="-ms-1 inline-flex min-h-9 items-center gap-1 justify-self-start rounded-control pe-2 font-medium text-md text-muted hover:text-ink lg:hidden"
          >
            <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
            {t("settings.all")}
          </Link>
        )}
        <div className={`min-w-0 ${atTheList ? "lg:col-span-2" : "max-w-190"}`}>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
