import type { LucideIcon } from "lucide-react";
import {
  Building2,
  CalendarOff,
  EyeOff,
  FileText,
  House,
  Mail,
  Scale,
  Tags,
  UserPlus,
  Webhook,
} from "lucide-react";
import type { TextKey } from "@/lib/i18n/index.ts";

/** A section of the settings, in the list of all of them. */
export interface SettingsSection {
  to: string;
  label: TextKey;
  /** The content of the section in one sentence. */
  hint: TextKey;
  icon: LucideIcon;
}

/** Every section, in the order of the list. A new one is one line here, and its route. */
export const SECTIONS: readonly SettingsSection[] = [
  section("library", "settings.library.title", "settings.library.hint", Building2),
  section("opening-days", "settings.opening.title", "settings.opening.hint", CalendarOff),
  section("rules", "settings.rules.title", "settings.rules.hint", Scale),
  section("kinds", "settings.kinds.title", "settings.kinds.hint", Tags),
  section("home", "settings.home.title", "settings.home.hint", House),
  section("pages", "settings.pages.title", "settings.pages.hint", FileText),
  section("registration", "settings.registration.title", "settings.registration.hint", UserPlus),
  section("privacy", "settings.privacy.title", "settings.privacy.hint", EyeOff),
  section("mail", "admin.mail.title", "admin.mail.hint", Mail),
  section("webhooks", "webhooks.title", "webhooks.hint", Webhook),
];

function section(name: string, label: TextKey, hint: TextKey, icon: LucideIcon): SettingsSection {
  return { to: `/admin/settings/${name}`, label, hint, icon };
}
