import { LogOut } from "lucide-react";
import { NavLink } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Avatar } from "@/ui/avatar.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { Identity } from "./account-menus.tsx";
import { MEMBER_PLACES } from "./member-places.ts";
import { MENU_ROW, MenuGroup, MenuSheet, type MenuSheetProps } from "./menu-parts.tsx";
import type { Place } from "./places.ts";
import { staffPlaces } from "./staff-places.ts";

/** The menu sheet of a signed-in person. */
export default function MemberMenu({ user, ...props }: MenuSheetProps & { user: SignedInUser }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const close = () => props.onOpenChange(false);
  const ofStaff = staffPlaces(user);
  return (
    <MenuSheet {...props}>
      <div className="flex items-center gap-3 rounded-card bg-sunken p-3">
        <Avatar name={user.name} size={40} />
        <Identity user={user} />
      </div>
      <MenuGroup label={t("nav.main")}>
        {MEMBER_PLACES.map((place) => (
          <Row key={place.to} place={place} onFollow={close} />
        ))}
      </MenuGroup>
      {ofStaff.length > 0 ? (
        <MenuGroup label={t("nav.adminArea")} visible>
          {ofStaff.map((place) => (
            <Row key={place.to} place={place} onFollow={close} />
          ))}
        </MenuGroup>
      ) : null}
      <div className="-mx-3">
        <button
          type="button"
          className={MENU_ROW}
          onClick={() => {
            close();
            signOut();
          }}
        >
          <LogOut aria-hidden="true" />
          {t("nav.signOut")}
        </button>
      </div>
    </MenuSheet>
  );
}

function Row({ place, onFollow }: { place: Place; onFollow: () => void }) {
  const { t } = useTranslation();
  const Icon = place.icon;
  return (
    <NavLink to={place.to} end={place.to === "/admin"} className={MENU_ROW} onClick={onFollow}>
      <Icon aria-hidden="true" />
      {t(place.label)}
    </NavLink>
  );
}
