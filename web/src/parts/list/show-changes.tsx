import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";

/**
 * A button that shows the current entries of a list that is held in place. It is above the gap before the list, so that
 * nothing moves when it appears.
 */
export function ShowChanges({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  return (
    // The negative margin compensates for the gap of one more element.
    <div className="pointer-events-none relative z-10 -mt-5 flex h-0 justify-center">
      <div className="pointer-events-auto absolute top-2.5 -translate-y-1/2 rounded-control bg-surface shadow-lift">
        <Button size="sm" variant="soft" onClick={onShow}>
          {t("list.showChanges")}
        </Button>
      </div>
    </div>
  );
}
