import { LibraryBig, LogIn, UserPlus } from "lucide-react";
import { NavLink, useLocation } from "react-router";
import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { returningOf } from "@/lib/return-path.ts";
import { MENU_ROW, MenuGroup, MenuSheet, type MenuSheetProps } from "./menu-parts.tsx";

/** The menu sheet of visitors. */
export default function VisitorMenu(props: MenuSheetProps) {
  const { t } = useTranslation();
  // Passes on the page to open after the sign-in.
  const waiting = returningOf(useLocation().state);
  const { openCatalogue } = useLibrary();
  const close = () => props.onOpenChange(false);
  return (
    <MenuSheet {...props}>
      <MenuGroup label={t("nav.main")}>
        {openCatalogue ? (
          <NavLink to="/books" className={MENU_ROW} onClick={close}>
            <LibraryBig aria-hidden="true" />
            {t("nav.books")}
          </NavLink>
        ) : null}
        <NavLink to="/login" state={waiting} className={MENU_ROW} onClick={close}>
          <LogIn aria-hidden="true" />
          {t("nav.signIn")}
        </NavLink>
        <NavLink to="/register" state={waiting} className={MENU_ROW} onClick={close}>
          <UserPlus aria-hidden="true" />
          {t("nav.signUp")}
        </NavLink>
      </MenuGroup>
    </MenuSheet>
  );
}
