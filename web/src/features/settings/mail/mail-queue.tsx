import type { Mail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";

/** The number of queued mails and of failed ones, with the reason. */
export function MailQueue({ queue }: { queue: Mail["queue"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section title={t("settings.mail.queue")}>
      <Card>
        <dl className="flex flex-col divide-y divide-line">
          <Line name={t("settings.mail.waiting")} value={format.count(queue.waiting)} />
          <Line
            name={t("settings.mail.givenUp")}
            value={format.count(queue.givenUp)}
            bad={queue.givenUp > 0}
          />
        </dl>
        {queue.problem ? (
          <p className="mt-4 break-words text-muted text-sm" dir="auto">
            {t("settings.mail.problem", { reason: queue.problem })}
          </p>
        ) : null}
      </Card>
    </Section>
  );
}

function Line({ name, value, bad = false }: { name: string; value: string; bad?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-md text-muted">{name}</dt>
      <dd className={`tabular font-semibold ${bad ? "text-danger" : ""}`}>{value}</dd>
    </div>
  );
}
