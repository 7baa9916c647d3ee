import type { LucideIcon } from "lucide-react";
import {
  BookMarked,
  BookOpen,
  Gauge,
  Heart,
  History,
  House,
  LibraryBig,
  ListChecks,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from "lucide-react";
import { may } from "@/api/permissions.ts";
import type { Permission, SignedInUser } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";

/** A place of staff, and the permissions of which it needs one. */
export interface StaffPlace extends Place {
  needs: readonly Permission[];
}

/** A place in the navigation. */
export interface Place {
  to: string;
  label: TextKey;
  icon: LucideIcon;
  /** The second key of its chord: `g`, then this. */
  key: string;
  /** What the chord is called in the sheet of shortcuts. */
  shortcut: TextKey;
}

/** The links of the bar for signed-in people. */
export const MEMBER_PLACES = [
  { to: "/dashboard", label: "nav.home", icon: House, key: "d", shortcut: "shortcuts.dashboard" },
  { to: "/books", label: "nav.books", icon: LibraryBig, key: "b", shortcut: "shortcuts.books" },
  {
    to: "/my-borrowings",
    label: "nav.myBorrowings",
    icon: BookMarked,
    key: "m",
    shortcut: "shortcuts.borrowings",
  },
  {
    to: "/my-history",
    label: "nav.history",
    icon: History,
    key: "h",
    shortcut: "shortcuts.history",
  },
] as const satisfies readonly Place[];

/** The Admin menu, as far as the person may go. */
export function staffPlaces(user: SignedInUser): readonly StaffPlace[] {
  return STAFF_PLACES.filter(({ needs }) => needs.some((permission) => may(user, permission)));
}

const STAFF_PLACES = [
  {
    to: "/admin",
    label: "nav.adminDashboard",
    icon: Gauge,
    key: "a",
    shortcut: "shortcuts.admin",
    needs: ["read_statistics"],
  },
  {
    to: "/admin/books",
    label: "nav.manageBooks",
    icon: BookOpen,
    key: "k",
    shortcut: "shortcuts.manageBooks",
    needs: ["read_inventory"],
  },
  {
    to: "/admin/users",
    label: "nav.manageUsers",
    icon: Users,
    key: "u",
    shortcut: "shortcuts.manageUsers",
    needs: ["read_users"],
  },
  {
    to: "/admin/borrowings",
    label: "nav.manageBorrowings",
    icon: ListChecks,
    key: "l",
    shortcut: "shortcuts.manageBorrowings",
    needs: ["read_any_borrowing"],
  },
  {
    to: "/admin/audit",
    label: "nav.auditLog",
    icon: ScrollText,
    key: "o",
    shortcut: "shortcuts.auditLog",
    needs: ["read_audit"],
  },
  {
    to: "/admin/settings",
    label: "nav.settings",
    icon: Settings,
    key: "s",
    shortcut: "shortcuts.settings",
    needs: [
      "manage_settings",
      "manage_mail_server",
      "manage_webhooks",
      "manage_security",
      "manage_roles",
    ],
  },
] as const satisfies readonly StaffPlace[];

/** The person's favorites. */
export const FAVORITES_PLACE = {
  to: "/favorites",
  label: "nav.favorites",
  icon: Heart,
  key: "f",
  shortcut: "shortcuts.favorites",
} as const satisfies Place;

/** Where a person looks after themselves. */
export const PROFILE_PLACE = {
  to: "/profile",
  label: "nav.profileSettings",
  icon: UserRound,
  key: "p",
  shortcut: "shortcuts.profile",
} as const satisfies Place;
