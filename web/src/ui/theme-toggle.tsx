import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { chooseTheme, onThemeChange, type ThemeChoice, themeChoice } from "@/lib/theme.ts";
import { tooltip } from "./tooltip.tsx";

const CHOICES = [
  { value: "system", icon: Monitor },
  { value: "light", icon: Sun },
  { value: "dark", icon: Moon },
] as const satisfies readonly { value: ThemeChoice; icon: unknown }[];

/** System, light or dark, as three radio buttons. */
export function ThemeToggle() {
  const { t } = useTranslation();
  // Each toggle on a page needs its own group of radio buttons.
  const group = useId();
  const choice = useSyncExternalStore(onThemeChange, themeChoice);
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-surface p-0.5">
      <legend className="sr-only">{t("common.theme.label")}</legend>
      {CHOICES.map(({ value, icon: Icon }) => (
        <label
          key={value}
          {...tooltip(t(`common.theme.${value}`))}
          className="grid size-8 place-items-center rounded-full text-subtle transition-colors hover:text-ink has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-primary touch:size-10"
        >
          <input
            type="radio"
            name={group}
            value={value}
            checked={choice === value}
            onChange={() => chooseTheme(value)}
            className="sr-only"
          />
          <span className="sr-only">{t(`common.theme.${value}`)}</span>
          <Icon aria-hidden="true" className="size-4" />
        </label>
      ))}
    </fieldset>
  );
}
