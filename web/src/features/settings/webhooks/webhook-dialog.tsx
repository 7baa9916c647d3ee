import { useId } from "react";
import type { Webhook, WebhookEvent } from "@/api/shapes.ts";
import { WEBHOOK_EVENT_TEXTS } from "@/api/webhook-event-words.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Problems } from "@/lib/use-form.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { OneTimeSecret } from "@/ui/one-time-secret.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { useChangeWebhook, useMakeWebhook } from "./webhook-queries.ts";

/** Every event, in the order of the form. */
const EVENTS = Object.keys(WEBHOOK_EVENT_TEXTS) as WebhookEvent[];

interface WebhookValues {
  address: string;
  events: readonly WebhookEvent[];
}

function check({ address, events }: WebhookValues): Problems<WebhookValues> {
  return {
    address: address.trim() === "" ? "webhooks.addressRequired" : undefined,
    events: events.length === 0 ? "webhooks.eventsRequired" : undefined,
  };
}

interface WebhookDialogProps {
  /** The webhook to change; without one a new one is created. */
  webhook: Webhook | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a webhook and shows its secret once, or changes a webhook. */
export function WebhookDialog({ webhook, open, onOpenChange }: WebhookDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const make = useMakeWebhook();
  const change = useChangeWebhook();
  const initial: WebhookValues = webhook
    ? { address: webhook.address, events: webhook.events }
    : { address: "", events: EVENTS };
  const { form, action } = useFormAction({
    initial,
    check,
    save: async ({ address, events }: WebhookValues) => {
      const body = { address: address.trim(), events: [...events] };
      if (webhook) await change.mutateAsync({ id: webhook._id, form: body });
      else await make.mutateAsync(body);
    },
    done: () => {
      if (!webhook) return null;
      onOpenChange(false);
      return t("webhooks.changed");
    },
    failed: t("webhooks.saveFailed"),
  });
  const secret = make.data?.data.secret;

  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) {
      make.reset();
      action.reset();
      form.reset(initial);
    }
  };
  const tick = (event: WebhookEvent, ticked: boolean) => {
    const others = form.values.events.filter((one) => one !== event);
    form.set("events", ticked ? [...others, event] : others);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      footerCloses={secret !== undefined}
      title={t(
        secret ? "webhooks.madeTitle" : webhook ? "webhooks.editTitle" : "webhooks.newTitle",
      )}
      footer={
        secret ? (
          <Button onClick={() => close(false)}>{t("webhooks.done")}</Button>
        ) : (
          <Button type="submit" form={formId} pending={action.pending}>
            {t(webhook ? "settings.save" : "webhooks.add")}
          </Button>
        )
      }
    >
      {secret ? (
        <div className="flex flex-col gap-4">
          <Banner tone="warning" focus>
            {t("webhooks.once")}
          </Banner>
          <OneTimeSecret
            label={t("webhooks.secret")}
            hint={t("webhooks.secretHint")}
            value={secret}
          />
        </div>
      ) : (
        <form id={formId} {...form.props} className="flex flex-col gap-5">
          <FormProblem action={action} />
          <TextInput
            label={t("webhooks.address")}
            hint={t("webhooks.addressHint")}
            type="url"
            dir="ltr"
            autoComplete="off"
            {...form.text("address")}
          />
          <fieldset className="flex flex-col gap-2.5">
            <legend className="mb-2 font-medium text-md">{t("webhooks.events")}</legend>
            {EVENTS.map((event, index) => (
              <Checkbox
                key={event}
                name="events"
                label={t(WEBHOOK_EVENT_TEXTS[event])}
                hint={event}
                checked={form.values.events.includes(event)}
                error={index === 0 ? form.error("events") : undefined}
                onChange={({ target }) => tick(event, target.checked)}
              />
            ))}
          </fieldset>
        </form>
      )}
    </Dialog>
  );
}
