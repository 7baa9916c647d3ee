import { LogIn, LogOut, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink, useLocation } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { returningOf } from "@/lib/return-path.ts";
import { Avatar } from "@/ui/avatar.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { Identity } from "./account-menus.tsx";
import {
  FAVORITES_PLACE,
  MEMBER_PLACES,
  type Place,
  PROFILE_PLACE,
  staffPlaces,
} from "./places.ts";

interface MenuSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: SignedInUser | null;
}

const ROW =
  "flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start text-ink transition-colors hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted";

/** The navigation bar's links on phones and tablets. */
export default function MenuSheet({ open, onOpenChange, user }: MenuSheetProps) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  // The page that a visitor asked for goes on waiting for the sign-in.
  const waiting = returningOf(useLocation().state);
  const close = () => onOpenChange(false);
  const ofStaff = user ? staffPlaces(user) : [];
  return (
    <SidePanel open={open} onOpenChange={onOpenChange} title={t("nav.menu")} width="sm">
      <div className="flex flex-col gap-5">
        {user ? (
          <>
            <div className="flex items-center gap-3 rounded-card bg-sunken p-3">
              <Avatar name={user.name} size={40} />
              <Identity user={user} />
            </div>
            <Group label={t("nav.main")}>
              {[...MEMBER_PLACES, FAVORITES_PLACE, PROFILE_PLACE].map((place) => (
                <Row key={place.to} place={place} onFollow={close} />
              ))}
            </Group>
            {ofStaff.length > 0 ? (
              <Group label={t("nav.adminArea")} visible>
                {ofStaff.map((place) => (
                  <Row key={place.to} place={place} onFollow={close} />
                ))}
              </Group>
            ) : null}
            <div className="-mx-3">
              <button
                type="button"
                className={ROW}
                onClick={() => {
                  close();
                  signOut();
                }}
              >
                <LogOut aria-hidden="true" />
                {t("nav.signOut")}
              </button>
            </div>
          </>
        ) : (
          <Group label={t("nav.main")}>
            <NavLink to="/login" state={waiting} className={ROW} onClick={close}>
              <LogIn aria-hidden="true" />
              {t("nav.signIn")}
            </NavLink>
            <NavLink to="/register" state={waiting} className={ROW} onClick={close}>
              <UserPlus aria-hidden="true" />
              {t("nav.signUp")}
            </NavLink>
          </Group>
        )}
        <div className="flex items-center justify-between gap-4 border-line border-t pt-5">
          <span aria-hidden="true" className="text-md text-muted">
            {t("common.theme.label")}
          </span>
          <ThemeToggle />
        </div>
      </div>
    </SidePanel>
  );
}

function Group({
  label,
  visible = false,
  children,
}: {
  label: string;
  visible?: boolean;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label} className="-mx-3 flex flex-col">
      {visible ? (
        <span aria-hidden="true" className="px-3 pb-1 font-medium text-sm text-subtle">
          {label}
        </span>
      ) : null}
      {children}
    </nav>
  );
}

function Row({ place, onFollow }: { place: Place; onFollow: () => void }) {
  const { t } = useTranslation();
  const Icon = place.icon;
  return (
    <NavLink to={place.to} end={place.to === "/admin"} className={ROW} onClick={onFollow}>
      <Icon aria-hidden="true" />
      {t(place.label)}
    </NavLink>
  );
}
