import type { LucideIcon } from "lucide-react";
import { useMay } from "@/api/permissions.ts";
import type { Permission } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { SETTINGS_SECTIONS } from "@/lib/screens/settings.ts";
import { SECTION_ICONS } from "./section-icons.ts";

/** A section in the list of settings. */
export interface SettingsSection {
  to: string;
  label: TextKey;
  /** The content of the section in one sentence. */
  hint: TextKey;
  icon: LucideIcon;
  /** The permissions that open it; one of them is enough. */
  needs: readonly Permission[];
}

const SECTIONS: readonly SettingsSection[] = SETTINGS_SECTIONS.map(
  ({ path, access, section: { label, hint, icon } }) => ({
    to: path,
    label,
    hint,
    icon: SECTION_ICONS[icon],
    needs: access,
  }),
);

/** The sections that the signed-in person may change, in the order of the list. */
export function useSections(): readonly SettingsSection[] {
  const may = useMay();
  return SECTIONS.filter(({ needs }) => needs.some(may));
}
