import type { LucideIcon } from "lucide-react";
import {
  Building2,
  CalendarOff,
  EyeOff,
  FileText,
  House,
  KeyRound,
  Mail,
  Scale,
  ShieldCheck,
  Tags,
  UserPlus,
  Webhook,
} from "lucide-react";
import { useMay } from "@/api/permissions.ts";
import type { Permission } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";

/** A section of the settings, in the list of all of them. */
export interface SettingsSection {
  to: string;
  label: TextKey;
  /** The content of the section in one sentence. */
  hint: TextKey;
  icon: LucideIcon;
  /** The permission that it needs. */
  needs: Permission;
}

/** The sections that the signed-in person may change, in the order of the list. */
export function useSections(): readonly SettingsSection[] {
  const may = useMay();
  return SECTIONS.filter(({ needs }) => may(needs));
}

/** Every section, in the order of the list. A new one is one line here, and its route. */
const SECTIONS: readonly SettingsSection[] = [
  section("library", "settings.library.title", "settings.library.hint", Building2),
  section("opening-days", "settings.opening.title", "settings.opening.hint", CalendarOff),
  section("rules", "settings.rules.title", "settings.rules.hint", Scale),
  section("kinds", "settings.kinds.title", "settings.kinds.hint", Tags),
  section("home", "settings.home.title", "settings.home.hint", House),
  section("pages", "settings.pages.title", "settings.pages.hint", FileText),
  section("registration", "settings.registration.title", "settings.registration.hint", UserPlus),
  section(
    "security",
    "settings.security.title",
    "settings.security.hint",
    ShieldCheck,
    "manage_security",
  ),
  section("privacy", "settings.privacy.title", "settings.privacy.hint", EyeOff),
  section("roles", "settings.roles.title", "settings.roles.hint", KeyRound, "manage_roles"),
  section("mail", "admin.mail.title", "admin.mail.hint", Mail, "manage_mail_server"),
  section("webhooks", "webhooks.title", "webhooks.hint", Webhook, "manage_webhooks"),
];

function section(
  name: string,
  label: TextKey,
  hint: TextKey,
  icon: LucideIcon,
  needs: Permission = "manage_settings",
): SettingsSection {
  return { to: `/admin/settings/${name}`, label, hint, icon, needs };
}
