import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";

/**
 * Shows a list as it is now, which keeps its entries in their places for the pointer. It lies over the gap above the list,
 * so that nothing moves when it appears.
 */
export function ShowChanges({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  const rememberFocus = useFocusAfterRemoval();
  return (
    // The negative margin takes back the gap of one more element.
    <div className="pointer-events-none relative z-10 -mt-5 flex h-0 justify-center">
      <div className="pointer-events-auto absolute top-2.5 -translate-y-1/2 rounded-control bg-surface shadow-lift">
        <Button
          size="sm"
          variant="soft"
          onClick={(event) => {
            rememberFocus(event.currentTarget);
            onShow();
          }}
        >
          {t("list.showChanges")}
        </Button>
      </div>
    </div>
  );
}
