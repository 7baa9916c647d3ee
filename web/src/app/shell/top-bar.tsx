import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { useLibrary } from "@/api/queries/library.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import { loadMemberTexts, useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Mark } from "@/ui/mark.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { BAR_TARGETS } from "./places.ts";
import { SearchButton, SearchLink } from "./search-button.tsx";
import { ThemeButton } from "./theme-button.tsx";

// Menus and sheets are not needed to read a page; visitors never fetch the first two.
const accountMenus = async () =>
  (await Promise.all([import("./account-menus.tsx"), loadMemberTexts()]))[0];
const AdminMenu = onDemand(async () => (await accountMenus()).AdminMenu);
const UserMenu = onDemand(async () => (await accountMenus()).UserMenu);
const MemberMenu = onDemand(
  async () => (await Promise.all([import("./member-menu.tsx"), loadMemberTexts()]))[0].default,
);
const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).default);

/** The navigation bar. Below 1024 px its links are in the menu sheet. */
export function TopBar({ user }: { user: SignedInUser | null }) {
  const { t } = useTranslation();
  const { name, openCatalogue } = useLibrary();
  const { pathname } = useLocation();
  return (
    <header
      data-print="none"
      className="sticky top-0 z-30 border-line border-b bg-bg/92 backdrop-blur-md supports-not-[backdrop-filter:blur(0)]:bg-bg"
    >
      <div className="page-gutter mx-auto flex h-14 max-w-page items-center gap-2 lg:h-16 lg:gap-6">
        <Link
          to={user ? "/dashboard" : "/"}
          className="flex min-w-0 items-center gap-3 rounded-control"
        >
          <Mark />
          <span
            className="line-clamp-2 break-words font-medium font-serif text-base leading-snug sm:text-lg sm:leading-snug"
            dir="auto"
          >
            {name}
          </span>
        </Link>
        {user ? (
          <nav aria-label={t("nav.main")} className="hidden h-full items-stretch gap-1 lg:flex">
            {BAR_TARGETS.map((place) => (
              <BarLink key={place.to} to={place.to}>
                {t(place.label)}
              </BarLink>
            ))}
            <AdminMenu user={user} current={pathname.startsWith("/admin")} />
          </nav>
        ) : null}
        <div className="ms-auto flex shrink-0 items-center gap-1 lg:gap-2">
          {user ? <SearchButton user={user} /> : null}
          {!user && openCatalogue && pathname !== "/books" ? <SearchLink /> : null}
          <div className="hidden sm:block">
            <ThemeButton />
          </div>
          {user ? (
            <div className="hidden min-w-9 lg:block">
              <UserMenu user={user} />
            </div>
          ) : (
            <nav aria-label={t("nav.main")} className="hidden items-center gap-2 lg:flex">
              {openCatalogue ? (
                <ButtonLink to="/books" variant="ghost">
                  {t("nav.books")}
                </ButtonLink>
              ) : null}
              <ButtonLink to="/login" variant="ghost">
                {t("nav.signIn")}
              </ButtonLink>
              <ButtonLink to="/register">{t("nav.signUp")}</ButtonLink>
            </nav>
          )}
          <div className="lg:hidden">
            <MenuButton user={user} key={pathname} />
          </div>
        </div>
      </div>
    </header>
  );
}

function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink to={to} className="bar-link">
      {children}
    </NavLink>
  );
}

/** Opens the menu sheet; every navigation remounts it, which closes it. */
function MenuButton({ user }: { user: SignedInUser | null }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t("nav.openMenu")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <MenuIcon />
      </IconButton>
      {wanted && user ? <MemberMenu open={open} onOpenChange={setOpen} user={user} /> : null}
      {wanted && !user ? <VisitorMenu open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
