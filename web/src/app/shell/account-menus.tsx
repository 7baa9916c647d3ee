import { ChevronDown, LogOut } from "lucide-react";
import type { SignedInUser } from "@/api/shapes.ts";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { Avatar } from "@/ui/avatar.tsx";
import { Menu } from "@/ui/menu.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { OWN_PLACES } from "./member-places.ts";
import type { Place } from "./places.ts";
import { staffPlaces } from "./staff-places.ts";

/** The Admin menu: the screens of staff; empty for people who may open none of them. */
export function AdminMenu({ user, current }: { user: SignedInUser; current: boolean }) {
  const { t } = useTranslation();
  const places = staffPlaces(user);
  if (places.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={`bar-link gap-1 ${current ? "text-ink after:bg-primary" : ""}`}
        >
          {t("nav.admin")}
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      }
      items={itemsOf(places, t)}
    />
  );
}

function itemsOf(places: readonly Place[], t: Translate) {
  return places.map(({ to, label, icon: Icon }) => ({
    to,
    label: t(label),
    icon: <Icon aria-hidden="true" />,
  }));
}

/** The menu of the signed-in person: name, email, student ID and links. */
export function UserMenu({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <Menu
      header={<Identity user={user} />}
      trigger={
        <button
          type="button"
          aria-label={t("nav.userMenu", { name: user.name })}
          className="flex items-center gap-2 rounded-full p-0.5 pe-2 text-muted transition-colors hover:bg-sunken hover:text-ink"
        >
          <Avatar name={user.name} />
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      }
      items={[
        ...itemsOf(OWN_PLACES, t),
        "separator",
        { label: t("nav.signOut"), icon: <LogOut aria-hidden="true" />, onSelect: signOut },
      ]}
    />
  );
}

/** Name, email and student ID. */
export function Identity({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-col">
      <span className="truncate font-medium text-ink" dir="auto">
        {user.name}
      </span>
      <span className="truncate text-md text-muted">{user.email}</span>
      {user.studentId ? (
        <span className="tabular truncate text-sm text-subtle">
          {t("nav.studentId", { id: user.studentId })}
        </span>
      ) : null}
    </div>
  );
}
