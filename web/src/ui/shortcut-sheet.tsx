import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { Checkbox } from "./checkbox.tsx";
import { Dialog } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";

export interface Shortcut {
  keys: readonly string[];
  label: TextKey;
}

interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The shortcuts that work on this page. */
  shortcuts: readonly Shortcut[];
  /** Single letters can be turned off (WCAG 2.1.4). */
  enabled: boolean;
  onEnabledChange: (enabled: boolean) => void;
}

/** The list of keyboard shortcuts. */
export default function ShortcutSheet({
  open,
  onOpenChange,
  shortcuts,
  enabled,
  onEnabledChange,
}: ShortcutSheetProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("shortcuts.title")} width="sm">
      <div className="flex flex-col gap-5">
        <dl className="flex flex-col divide-y divide-line">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="flex items-center justify-between gap-4 py-2 text-md">
              <dt>{t(label)}</dt>
              <dd className="flex items-center gap-1.5 text-sm text-subtle">
                {keys.map((key, index) => (
                  <span key={key} className="contents">
                    {index > 0 ? t("shortcuts.then") : null}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={t("shortcuts.enabled")}
          hint={t("shortcuts.enabledHint")}
          checked={enabled}
          onChange={(event) => onEnabledChange(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
