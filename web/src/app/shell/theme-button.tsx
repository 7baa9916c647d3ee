import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { chooseTheme, onThemeChange, themeChoice } from "@/lib/theme.ts";
import { IconButton } from "@/ui/icon-button.tsx";

const NEXT = { system: "light", light: "dark", dark: "system" } as const;
const ICON = { system: Monitor, light: Sun, dark: Moon } as const;

/** Cycles through system, light and dark; the full choice is in the footer. */
export function ThemeButton() {
  const { t } = useTranslation();
  const choice = useSyncExternalStore(onThemeChange, themeChoice);
  const Icon = ICON[choice];
  return (
    <IconButton
      label={`${t("common.theme.label")}: ${t(`common.theme.${choice}`)}`}
      onClick={() => chooseTheme(NEXT[choice])}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
