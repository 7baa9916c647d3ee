import type { TextKey } from "@/lib/i18n/index.ts";
import type { WebhookEvent } from "./shapes.ts";

/** Each event of webhooks in words, in the order of the form. */
export const WEBHOOK_EVENT_TEXTS = {
  "borrowing.created": "webhooks.event.created",
  "borrowing.renewed": "webhooks.event.renewed",
  "borrowing.returned": "webhooks.event.returned",
  "borrowing.return_undone": "webhooks.event.returnUndone",
  "borrowing.undone": "webhooks.event.undone",
} as const satisfies Record<WebhookEvent, TextKey>;
