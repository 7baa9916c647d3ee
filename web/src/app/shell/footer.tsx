import { useLibrary } from "@/api/queries/library.ts";
import type { User } from "@/api/shapes.ts";
import { civilDate } from "@/lib/dates.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import { Mark } from "@/ui/mark.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";
import { openShortcutSheet } from "./shortcut-sheet-state.ts";

const VISITOR_LINKS = [
  { to: "/", label: "nav.home" },
  { to: "/login", label: "nav.signIn" },
  { to: "/register", label: "nav.signUp" },
] as const;

const MEMBER_LINKS = [
  { to: "/?view=site", label: "nav.viewSite" },
  { to: "/dashboard", label: "nav.dashboard" },
  { to: "/books", label: "nav.books" },
  { to: "/my-borrowings", label: "nav.myBorrowings" },
  { to: "/my-history", label: "nav.history" },
  { to: "/profile", label: "nav.profileSettings" },
] as const;

const LINK = "rounded-chip text-md text-muted hover:text-ink hover:underline touch:py-2.5";

/** The foot of every page; each of its links leads somewhere. */
export function Footer({ user }: { user: User | null }) {
  const { t } = useTranslation();
  const { name, timeZone } = useLibrary();
  const year = civilDate(new Date(), timeZone).slice(0, 4);
  return (
    <footer data-print="none" className="mt-auto border-line border-t bg-sunken">
      <div className="page-gutter mx-auto flex max-w-page flex-col gap-8 py-10 sm:flex-row sm:items-start sm:justify-between">
        <div className="flex max-w-sm flex-col gap-3">
          <span className="flex items-center gap-2.5 font-medium font-serif text-base" dir="auto">
            <Mark size={24} />
            {name}
          </span>
          <p className="text-md text-muted">{t("nav.footer.about")}</p>
          <p className="text-sm text-subtle">{t("nav.footer.rights", { year, name })}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4 sm:max-w-xl sm:justify-end">
          <nav
            aria-label={t("nav.footer.explore")}
            className="flex flex-wrap items-center gap-x-6 gap-y-2"
          >
            {(user ? MEMBER_LINKS : VISITOR_LINKS).map(({ to, label }) => (
              <Link key={to} to={to} className={LINK}>
                {t(label)}
              </Link>
            ))}
            <button type="button" className={LINK} onClick={openShortcutSheet}>
              {t("nav.footer.shortcuts")}
            </button>
          </nav>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}
