import { lazy, Suspense } from "react";
import { useLibrary } from "@/api/queries/library.ts";
import type { User } from "@/api/shapes.ts";
import { yearOf } from "@/lib/dates.ts";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import { Mark } from "@/ui/mark.tsx";
import { shortcutSheet } from "./overlays.ts";

// Fetched later, because it is below the content.
const FooterChoices = lazy(() => import("./footer-choices.tsx"));

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

/** The same links for all people, in the same position on every page. */
const PAGE_LINKS = [
  { to: "/about", label: "nav.pages.about" },
  { to: "/contact", label: "nav.pages.contact" },
  { to: "/help", label: "nav.pages.help" },
  { to: "/privacy", label: "nav.pages.privacy" },
  { to: "/terms", label: "nav.pages.terms" },
] as const;

/** The footer of every page. */
export function Footer({ user }: { user: User | null }) {
  const { t } = useTranslation();
  const { name, timeZone } = useLibrary();
  const year = yearOf(new Date(), timeZone);
  return (
    <footer data-print="none" className="mt-auto border-line border-t bg-sunken">
      <div className="page-gutter mx-auto flex max-w-page flex-col gap-8 py-10">
        <div className="flex flex-col gap-8 md:flex-row md:justify-between">
          <div className="flex max-w-xs flex-col gap-3">
            <span className="flex items-center gap-2.5 font-medium font-serif text-base" dir="auto">
              <Mark size={24} />
              {name}
            </span>
            <p className="text-pretty text-md text-muted">{t("nav.footer.about")}</p>
          </div>
          <div className="flex flex-wrap gap-x-20 gap-y-6">
            <Links label={t("nav.footer.explore")} links={user ? MEMBER_LINKS : VISITOR_LINKS} />
            <Links label={t("nav.footer.library")} links={PAGE_LINKS} />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-line border-t pt-6">
          <p className="text-sm text-subtle" dir="auto">
            {t("nav.footer.rights", { year, name })}
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <button type="button" className="footer-link touch:hidden" onClick={shortcutSheet.open}>
              {t("nav.footer.shortcuts")}
            </button>
            {/* As high as the choices, so that nothing moves when they appear. */}
            <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-3 touch:min-h-11">
              <Suspense fallback={null}>
                <FooterChoices isSignedIn={user !== null} />
              </Suspense>
            </div>
          </div>
        </div>
      </div>
    </footer>
  );
}

interface LinksProps {
  /** The heading above the links. */
  label: string;
  links: readonly { to: string; label: TextKey }[];
}

function Links({ label, links }: LinksProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={label}>
      <p aria-hidden="true" className="mb-1 font-medium text-md">
        {label}
      </p>
      <ul className="link-columns">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className="footer-link">
              {t(link.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
