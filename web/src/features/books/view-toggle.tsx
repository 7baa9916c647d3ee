import { LayoutGrid, List } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { tooltip } from "@/ui/tooltip.tsx";
import { VIEWS, type View } from "./book-filters.ts";

const ICON = { grid: LayoutGrid, list: List } as const;

/** Grid or list, as two radio buttons. */
export function ViewToggle({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className="inline-flex shrink-0 rounded-control border border-line-strong bg-surface">
      <legend className="sr-only">{t("books.view.label")}</legend>
      {VIEWS.map((value) => {
        const Icon = ICON[value];
        return (
          <label
            key={value}
            {...tooltip(t(`books.view.${value}`))}
            className="grid size-8.5 place-items-center rounded-[5px] text-subtle transition-colors hover:text-ink has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-primary touch:size-10.5"
          >
            <input
              type="radio"
              name="view"
              value={value}
              checked={view === value}
              onChange={() => onView(value)}
              className="sr-only"
            />
            <span className="sr-only">{t(`books.view.${value}`)}</span>
            <Icon aria-hidden="true" className="size-4" />
          </label>
        );
      })}
    </fieldset>
  );
}
