import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { IconButton } from "@/ui/icon-button.tsx";

interface BulkBarProps {
  /** The number of selected rows; the bar is hidden if it is 0. */
  count: number;
  onClear: () => void;
  /** The buttons of the actions. */
  children: ReactNode;
}

/** The actions on the selected rows, at the lower edge of the window. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = count === 0 ? "" : t("list.selected", { count, number: format.count(count) });
  return (
    <>
      <LiveRegion>{words}</LiveRegion>
      {count === 0 ? null : (
        <section
          aria-label={t("list.bulkActions")}
          data-bulk-actions
          className="sticky bottom-4 z-30 mx-auto flex max-w-full flex-wrap items-center gap-3 rounded-card border border-line bg-raised py-2 ps-4 pe-2 shadow-float max-sm:bottom-20"
        >
          <span aria-hidden="true" className="tabular font-medium text-md">
            {words}
          </span>
          {children}
          <IconButton label={t("list.clearSelection")} onClick={onClear}>
            <X />
          </IconButton>
        </section>
      )}
    </>
  );
}
