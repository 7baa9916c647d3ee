import { AlarmClock, BookPlus, FileUp, Keyboard, LogOut, Settings, UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { may } from "@/api/permissions.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import type { PaletteEntry } from "@/features/search/entries.ts";
import SearchPanel from "@/features/search/search-panel.tsx";
import { loadSettingsTexts, useTranslation } from "@/lib/i18n/index.ts";
import { SETTINGS_SECTIONS } from "@/lib/screens/settings.ts";
import { useSignOut } from "../use-sign-out.ts";
import { MEMBER_PLACES } from "./member-places.ts";
import { shortcutSheet } from "./overlays.ts";
import { staffPlaces } from "./staff-places.ts";

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: SignedInUser;
}

/** The palette with the screens and the actions of a person. */
export default function Palette({ open, onOpenChange, user }: PaletteProps) {
  const entries = [...useScreens(user), ...useSettings(user), ...useActions(user)];
  return (
    <SearchPanel
      open={open}
      onOpenChange={onOpenChange}
      userId={user._id}
      withPeople={may(user, "read_users")}
      withBorrowings={may(user, "read_any_borrowing")}
      withCopies={may(user, "read_inventory")}
      entries={entries}
    />
  );
}

/** The screens in the menus. */
function useScreens(user: SignedInUser): PaletteEntry[] {
  const { t } = useTranslation();
  return [...MEMBER_PLACES, ...staffPlaces(user)].map(({ to, label, icon, key }) => ({
    id: to,
    kind: "screen",
    label: t(label),
    icon,
    keys: ["g", key],
    target: { to },
  }));
}

/** The sections of the settings, once their texts are loaded. */
function useSettings(user: SignedInUser): PaletteEntry[] {
  const { t } = useTranslation();
  const sections = SETTINGS_SECTIONS.filter(({ access }) =>
    access.some((permission) => may(user, permission)),
  );
  const [isLoaded, setIsLoaded] = useState(false);
  const wanted = sections.length > 0;
  useEffect(() => {
    if (!wanted) return;
    loadSettingsTexts().then(
      () => setIsLoaded(true),
      // Without a connection the sections are missing until the palette is opened again.
      () => undefined,
    );
  }, [wanted]);
  if (!isLoaded) return [];
  return sections.map(({ path: to, section }) => ({
    id: to,
    kind: "screen",
    label: t("search.settingsOf", { section: t(section.label) }),
    icon: Settings,
    target: { to },
  }));
}

function useActions(user: SignedInUser): PaletteEntry[] {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const action = (
    label: string,
    icon: PaletteEntry["icon"],
    target: PaletteEntry["target"],
  ): PaletteEntry => ({ id: label, kind: "action", label, icon, target });
  const actions: PaletteEntry[] = [];
  if (may(user, "manage_catalogue")) {
    actions.push(action(t("nav.addBook"), BookPlus, { to: "/admin/books?edit=new" }));
  }
  if (may(user, "manage_users")) {
    actions.push(
      action(t("nav.addPerson"), UserPlus, { to: "/admin/users?edit=new" }),
      action(t("nav.importPeople"), FileUp, { to: "/admin/users?edit=import" }),
    );
  }
  if (may(user, "read_any_borrowing")) {
    const to = "/admin/borrowings?status=overdue";
    actions.push(action(t("search.overdue"), AlarmClock, { to }));
  }
  return [
    ...actions,
    action(t("search.shortcuts"), Keyboard, { run: shortcutSheet.open }),
    action(t("nav.signOut"), LogOut, { run: signOut }),
  ];
}
