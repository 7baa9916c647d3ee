import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { useWebhooks } from "./webhook-queries.ts";

/** `/admin/settings/webhooks`: other programs that receive events. */
export default function WebhooksScreen() {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  const list = useWebhooks();
  const hosts = list.data?.allowedHosts ?? [];
  const add =
    hosts.length > 0 ? (
      <Button onClick={() => setMaking(true)}>
        <Plus aria-hidden="true" />
        {t("webhooks.add")}
      </Button>
    ) : undefined;
  return (
    <div className="flex flex-col gap-8">
      <DocumentTitle title={t("webhooks.title")} />
      <PageHeader title={t("webhooks.title")} lead={t("webhooks.lead")} actions={add} />
      {list.isPending ? (
        <TextSkeleton lines={6} />
      ) : list.isError ? (
        <ErrorState
          title={t("webhooks.loadFailed")}
          text={messageOf(list.error, "")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
          compact
        />
      ) : (
        <>
          {hosts.length > 0 ? (
            <p className="text-md text-muted">
              {t("webhooks.allowed", { hosts: hosts.join(", ") })}
            </p>
          ) : (
            <Banner tone="info">
              {t("webhooks.noHosts")}{" "}
              <code className="inline-block [overflow-wrap:anywhere]">
                --webhook-hosts hooks.example.org
              </code>
            </Banner>
          )}
          {list.data.webhooks.length === 0 ? (
            <EmptyState
              compact
              icon={<WebhookIcon />}
              title={t("webhooks.none")}
              text={t("webhooks.noneText")}
            />
          ) : (
            <ul className="flex flex-col gap-4" aria-label={t("webhooks.title")}>
              {list.data.webhooks.map((webhook) => (
                <li key={webhook._id}>
                  <WebhookCard webhook={webhook} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <WebhookDialog webhook={null} open={making} onOpenChange={setMaking} />
    </div>
  );
}
