import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";

/** States that the list shows older entries because they could not be loaded again. */
export function NotRefreshed({
  error,
  onRetry,
  retrying,
}: {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" variant="secondary" pending={retrying} onClick={onRetry}>
          {t("common.retry")}
        </Button>
      }
    >
      {t("list.notRefreshed", { message: messageOf(error, t("common.offline")) })}
    </Banner>
  );
}
