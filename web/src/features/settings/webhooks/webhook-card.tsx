import { useState } from "react";
import type { Webhook } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookLog } from "./webhook-log.tsx";
import { useChangeWebhook, useRemoveWebhook, useTestWebhook } from "./webhook-queries.ts";

/** One webhook: its address, its events, its actions and its log. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { address } = webhook;
  const toggle = useAction(useChangeWebhook(), {
    done: (_answer, { form }) => t(form.isActive ? "webhooks.switchedOn" : "webhooks.switchedOff"),
    failed: t("webhooks.saveFailed"),
  });
  const test = useAction(useTestWebhook(), {
    done: () => t("webhooks.onItsWay"),
    failed: t("webhooks.sendFailed"),
  });
  const remove = useAction(useRemoveWebhook(), {
    done: () => t("webhooks.removed"),
    failed: t("webhooks.removeFailed"),
    shows: "problem",
  });
  return (
    <Card>
      <article aria-label={address} className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <h2 className="break-all font-medium font-mono text-md" dir="ltr">
            {address}
          </h2>
          <div className="flex flex-wrap gap-1.5">
            <Badge tone={webhook.isActive ? "success" : "neutral"}>
              {t(webhook.isActive ? "webhooks.on" : "webhooks.off")}
            </Badge>
            {webhook.events.map((event) => (
              <Badge key={event}>{event}</Badge>
            ))}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <ActionButton
            variant="secondary"
            size="sm"
            aria-label={t("webhooks.testOf", { address })}
            action={() => test.run(webhook._id)}
          >
            {t("webhooks.test")}
          </ActionButton>
          <ActionButton
            variant="secondary"
            size="sm"
            aria-label={t(webhook.isActive ? "webhooks.switchOffOf" : "webhooks.switchOnOf", {
              address,
            })}
            action={() => toggle.run({ id: webhook._id, form: { isActive: !webhook.isActive } })}
          >
            {t(webhook.isActive ? "webhooks.switchOff" : "webhooks.switchOn")}
          </ActionButton>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t("webhooks.editOf", { address })}
            onClick={() => setEditing(true)}
          >
            {t("webhooks.edit")}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t("webhooks.removeOf", { address })}
            onClick={() => {
              remove.reset();
              setRemoving(true);
            }}
          >
            {t("webhooks.remove")}
          </Button>
        </div>
        <section aria-label={t("webhooks.log")} className="flex flex-col gap-3">
          <h3 className="font-semibold text-md">{t("webhooks.log")}</h3>
          <WebhookLog webhook={webhook} />
        </section>
      </article>
      <WebhookDialog
        key={webhook.updatedAt}
        webhook={webhook}
        open={editing}
        onOpenChange={setEditing}
      />
      <ActionDialog
        action={remove}
        open={removing}
        onOpenChange={setRemoving}
        title={t("webhooks.removeTitle")}
        text={t("webhooks.removeText", { address })}
        confirm={t("webhooks.remove")}
        onConfirm={() => remove.run(webhook._id)}
      />
    </Card>
  );
}
