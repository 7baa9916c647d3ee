import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { webhookKeys } from "@/api/keys/staff.ts";
import type { NewWebhookForm, WebhookForm } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

/** Milliseconds after which a log with a pending delivery is loaded again. */
const LOOK_AGAIN_MS = 2_000;

/** Every webhook, and the hosts that the operator allows. */
export function useWebhooks() {
  return useQuery({
    queryKey: webhookKeys.all,
    queryFn: async ({ signal }) => (await call("GET", "/admin/webhooks", { signal })).data,
  });
}

/** The deliveries of a webhook, sent and pending. */
export function useDeliveries(id: string, page: number) {
  return useQuery({
    queryKey: webhookKeys.log(id, page),
    queryFn: ({ signal }) =>
      call("GET", "/admin/webhooks/{id}/deliveries", {
        path: { id },
        query: { page, limit: 10 },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === "waiting") ? LOOK_AGAIN_MS : false,
  });
}

function useWebhookChange<A, V = void>(change: (values: V) => Promise<A>) {
  return useChange<A, V>({ call: change, changes: "webhook" });
}

/** Creates a webhook; only this response contains its secret. */
export function useMakeWebhook() {
  return useChange({
    call: (form: NewWebhookForm) => call("POST", "/admin/webhooks", { body: form }),
    changes: "webhook",
    secret: true,
  });
}

/** Changes a webhook. */
export function useChangeWebhook() {
  return useWebhookChange(({ id, form }: { id: string; form: WebhookForm }) =>
    call("PUT", "/admin/webhooks/{id}", { path: { id }, body: form }),
  );
}

/** Removes a webhook with its log. */
export function useRemoveWebhook() {
  return useWebhookChange((id: string) => call("DELETE", "/admin/webhooks/{id}", { path: { id } }));
}

/** Sends a test to a webhook. */
export function useTestWebhook() {
  return useWebhookChange((id: string) =>
    call("POST", "/admin/webhooks/{id}/test", { path: { id } }),
  );
}

/** Sends a delivery once more. */
export function useSendAgain() {
  return useWebhookChange((id: string) =>
    call("POST", "/admin/webhook-deliveries/{id}/resend", { path: { id } }),
  );
}
