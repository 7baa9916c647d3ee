import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { Webhook, WebhookDelivery } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { useDeliveries, useSendAgain } from "./webhook-queries.ts";

const LOOKS = {
  waiting: { tone: "warning", icon: Clock, text: "webhooks.state.waiting" },
  delivered: { tone: "success", icon: CircleCheck, text: "webhooks.state.delivered" },
  given_up: { tone: "danger", icon: CircleAlert, text: "webhooks.state.givenUp" },
} as const;

/** The deliveries of a webhook, sent and pending, the newest first. */
export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const log = useDeliveries(webhook._id, page);
  if (log.isPending) return <TextSkeleton lines={3} />;
  if (log.isError) {
    return (
      <ErrorState
        compact
        headingLevel={3}
        title={t("webhooks.logFailed")}
        text={messageOf(log.error, "")}
        onRetry={() => void log.refetch()}
        retrying={log.isFetching}
      />
    );
  }
  const { pages, total, limit } = log.data.pagination;
  if (log.data.data.length === 0) {
    return <p className="text-md text-muted">{t("webhooks.logEmpty")}</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      <ul
        aria-label={t("webhooks.logOf", { address: webhook.address })}
        className="flex flex-col divide-y divide-line"
      >
        {log.data.data.map((delivery) => (
          <Entry key={delivery._id} delivery={delivery} />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={pages}
        total={total}
        limit={limit}
        onPage={setPage}
        pending={log.isPlaceholderData}
      />
    </div>
  );
}

function Entry({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sendAgain = useAction(useSendAgain(), {
    done: () => t("webhooks.onItsWay"),
    failed: t("webhooks.sendFailed"),
  });
  const { tone, icon: Icon, text } = LOOKS[delivery.state];
  const last = [
    delivery.attempts > 0 ? t("webhooks.attempts", { count: delivery.attempts }) : null,
    delivery.lastStatus ? t("webhooks.status", { status: delivery.lastStatus }) : null,
    delivery.lastError,
    delivery.nextAt && delivery.attempts > 0
      ? t("webhooks.nextTry", { time: format.dateTime(delivery.nextAt) })
      : null,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-md">
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {t(text)}
          </Badge>
          <span className="font-mono">{delivery.event}</span>
          <span className="text-muted">{format.dateTime(delivery.createdAt)}</span>
        </p>
        {last.length > 0 ? (
          <p className="break-words text-muted text-sm">{last.join(" · ")}</p>
        ) : null}
      </div>
      {delivery.state === "waiting" ? null : (
        <ActionButton
          variant="secondary"
          size="sm"
          aria-label={t("webhooks.sendAgainOf", {
            event: delivery.event,
            time: format.dateTime(delivery.createdAt),
          })}
          action={() => sendAgain.run(delivery._id)}
        >
          {t("webhooks.sendAgain")}
        </ActionButton>
      )}
    </li>
  );
}
