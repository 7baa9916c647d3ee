import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { Facets, type FacetsProps } from "./facets.tsx";

interface FilterDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  facets: FacetsProps;
  /** The number of books that match now. */
  total: number | undefined;
  onClear: (() => void) | null;
}

/** The filters in a drawer, for windows without room for the rail. */
export default function FilterDrawer({
  open,
  onOpenChange,
  facets,
  total,
  onClear,
}: FilterDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <SidePanel
      side="bottom"
      open={open}
      onOpenChange={onOpenChange}
      title={t("books.filter.title")}
      footer={
        <div className="flex w-full items-center justify-between gap-3">
          {onClear ? (
            <Button variant="ghost" onClick={onClear}>
              {t("books.filter.clear")}
            </Button>
          ) : null}
          <div className="min-w-0 flex-1">
            <Button wide onClick={() => onOpenChange(false)}>
              {total === undefined
                ? t("common.close")
                : t("books.filter.show", { count: total, number: format.count(total) })}
            </Button>
          </div>
        </div>
      }
    >
      <Facets {...facets} />
    </SidePanel>
  );
}
