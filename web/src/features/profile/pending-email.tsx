import { useDismissEmailChange, useEmailChanges } from "@/api/queries/email-changes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";

/** The new email address that waits for its confirmation. */
export function PendingEmail() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const changes = useEmailChanges();
  const dismiss = useAction(useDismissEmailChange(), { failed: t("profile.details.cancelFailed") });
  const pending = changes.data?.find(({ changedAt }) => changedAt === null);
  if (!pending) return null;
  return (
    <Banner tone="info">
      <p className="font-medium">{t("profile.details.pending")}</p>
      <p className="break-words">
        {t("profile.details.pendingText", {
          email: pending.to,
          date: dateTime(pending.expiresAt),
        })}
      </p>
      <div className="mt-3">
        <Button
          variant="secondary"
          size="sm"
          pending={dismiss.pending}
          onClick={() => void dismiss.run(pending._id)}
        >
          {t("profile.details.cancelPending")}
        </Button>
      </div>
    </Banner>
  );
}
