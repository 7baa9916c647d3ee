import type { Copy } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { useChangeCopy } from "./queries.ts";

/** Puts a withdrawn copy back into the collection. */
export function PutBackButton({ copy: { _id, barcode } }: { copy: Copy }) {
  const { t } = useTranslation();
  const change = useAction(useChangeCopy(), {
    done: () => t("admin.books.isBack"),
    failed: t("admin.books.putBackFailed"),
  });
  return (
    <div className="shrink-0">
      <Button
        variant="secondary"
        size="sm"
        pending={change.pending}
        aria-label={t("admin.books.putBackOf", { barcode })}
        onClick={() => change.run({ id: _id, state: "available" })}
      >
        {t("admin.books.putBack")}
      </Button>
    </div>
  );
}
