import { useDismissEmailChange, useEmailChanges } from "@/api/queries/email-changes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ClosableBanner } from "@/ui/closable-banner.tsx";

/** Changes of the person's email address that took effect, each until it is dismissed. */
export function EmailNotices() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const changes = useEmailChanges();
  const dismiss = useDismissEmailChange();
  const notices = (changes.data ?? []).filter(({ changedAt }) => changedAt !== null);
  if (notices.length === 0) return null;
  return (
    <div className="page-gutter mx-auto flex w-full max-w-page flex-col gap-3 pt-4">
      {notices.map(({ _id, from, to, changedAt, byStaff }) => (
        <ClosableBanner
          key={_id}
          tone="warning"
          message={t("profile.emailChanged.title")}
          onClose={() => dismiss.mutate(_id)}
        >
          <p className="font-medium">{t("profile.emailChanged.title")}</p>
          <p className="break-words">
            {t(byStaff ? "profile.emailChanged.byStaff" : "profile.emailChanged.byYou", {
              from,
              to,
              date: dateTime(changedAt ?? ""),
            })}
          </p>
        </ClosableBanner>
      ))}
    </div>
  );
}
