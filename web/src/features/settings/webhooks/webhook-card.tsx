import { useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import type { Webhook } from "@/api/shapes.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookLog } from "./webhook-log.tsx";
import { useChangeWebhook, useRemoveWebhook, useTestWebhook } from "./webhook-queries.ts";

/** One webhook: its address, its events, its actions and its log. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const rememberFocus = useFocusAfterRemoval();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const change = useChangeWebhook();
  const remove = useRemoveWebhook();
  const test = useTestWebhook();
  const { address } = webhook;

  const tell = async (act: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await act();
      notify.success(done);
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, failed));
    }
  };
  const toggle = () =>
    tell(
      () => change.mutateAsync({ id: webhook._id, form: { isActive: !webhook.isActive } }),
      t(webhook.isActive ? "webhooks.switchedOff" : "webhooks.switchedOn"),
      t("webhooks.saveFailed"),
    );

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
            action={() =>
              tell(
                () => test.mutateAsync(webhook._id),
                t("webhooks.onItsWay"),
                t("webhooks.sendFailed"),
              )
            }
          >
            {t("webhooks.test")}
          </ActionButton>
          <ActionButton
            variant="secondary"
            size="sm"
            aria-label={t(webhook.isActive ? "webhooks.switchOffOf" : "webhooks.switchOnOf", {
              address,
            })}
            action={toggle}
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
            onClick={(event) => {
              rememberFocus(event.currentTarget);
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
      <AlertDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t("webhooks.removeTitle")}
        text={<p>{t("webhooks.removeText", { address })}</p>}
        confirm={t("webhooks.remove")}
        pending={remove.isPending}
        onConfirm={() =>
          void tell(
            async () => {
              await remove.mutateAsync(webhook._id);
              setRemoving(false);
            },
            t("webhooks.removed"),
            t("webhooks.removeFailed"),
          )
        }
      />
    </Card>
  );
}
