import { BookMarked, History, House, LibraryBig, UserRound } from "lucide-react";
import { NavLink } from "react-router";
import { useTranslation } from "@/lib/i18n/index.ts";

const TABS = [
  { to: "/dashboard", label: "nav.home", icon: House },
  { to: "/books", label: "nav.books", icon: LibraryBig },
  { to: "/my-borrowings", label: "nav.borrowings", icon: BookMarked },
  { to: "/my-history", label: "nav.history", icon: History },
  { to: "/profile", label: "nav.me", icon: UserRound },
] as const;

/** The five places under the thumb, on phones. */
export function BottomTabs() {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t("nav.tabs")}
      data-print="none"
      className="sticky bottom-0 z-30 border-line border-t bg-bg/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {TABS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="flex h-15 flex-col items-center justify-center gap-1 text-subtle text-xs outline-offset-[-2px] aria-[current=page]:font-medium aria-[current=page]:text-primary"
            >
              <Icon aria-hidden="true" className="size-5" />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
