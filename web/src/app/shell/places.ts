import type { LucideIcon } from "lucide-react";
import type { TextKey } from "@/lib/i18n/index.ts";
import type { MenuEntry } from "@/lib/screens/declaration.ts";
import { MEMBER_SCREENS } from "@/lib/screens/members.ts";

/** The target of a menu entry, and its shortcut. */
export interface Target extends Pick<MenuEntry, "group"> {
  to: string;
  label: TextKey;
  /** The second key of its shortcut: `g`, then this. */
  key: string;
  /** The text of the shortcut in the list of shortcuts. */
  shortcut: TextKey;
}

/** A menu entry with its icon. */
export interface Place extends Target {
  icon: LucideIcon;
}

/** A declared menu entry whose icon is in one map. */
interface Entry<Icon extends string> extends MenuEntry {
  label: TextKey;
  shortcut: TextKey;
  icon: Icon;
}

interface WithEntry<Icon extends string> {
  path: string;
  menu?: Entry<Icon>;
}

/** The menu entries of declared screens, in the same order. */
export function placesOf<Icon extends string>(
  screens: readonly WithEntry<Icon>[],
  icons: Record<Icon, LucideIcon>,
): Place[] {
  return screens.flatMap(({ path, menu }) =>
    menu ? [{ ...menu, to: path, icon: icons[menu.icon] }] : [],
  );
}

/** The targets of the menu entries for all signed-in people, without icons. */
export const MEMBER_TARGETS: readonly Target[] = MEMBER_SCREENS.flatMap((screen) =>
  "menu" in screen ? [{ ...screen.menu, to: screen.path }] : [],
);

/** The targets that wide screens show as links in the bar. */
export const BAR_TARGETS = MEMBER_TARGETS.filter(({ group }) => group === "main");
