import { BookMarked, History, House, LibraryBig, UserRound } from "lucide-react";
import { NavLink, useLocation } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import { useStaffPlaces } from "./use-places.ts";

const TABS = [
  { to: "/dashboard", label: "nav.home", icon: House },
  { to: "/books", label: "nav.books", icon: LibraryBig },
  { to: "/my-borrowings", label: "nav.borrowings", icon: BookMarked },
  { to: "/my-history", label: "nav.history", icon: History },
  { to: "/profile", label: "nav.me", icon: UserRound },
] as const;

const TAB =
  "flex h-15 flex-col items-center justify-center gap-1 text-[min(0.75rem,3.75vw)]/4 text-subtle outline-offset-[-2px] aria-[current=page]:font-medium aria-[current=page]:text-primary";

/**
 * The five tabs at the bottom, on phones. For staff, their first screen replaces the history, which the menu also has.
 */
export function BottomTabs({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [admin] = useStaffPlaces(user);
  return (
    <nav
      aria-label={t("nav.tabs")}
      data-print="none"
      className="sticky bottom-0 z-30 border-line border-t bg-bg/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {TABS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            {admin && to === "/my-history" ? (
              <Link
                to={admin.to}
                aria-current={pathname.startsWith("/admin") ? "page" : undefined}
                className={TAB}
              >
                <admin.icon aria-hidden="true" className="size-5" />
                {t("nav.admin")}
              </Link>
            ) : (
              <NavLink to={to} className={TAB}>
                <Icon aria-hidden="true" className="size-5" />
                {t(label)}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
