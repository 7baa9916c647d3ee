import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import type {
  Answer,
  ListAnswer,
  MadeWebhook,
  Webhook,
  WebhookDelivery,
  WebhookForm,
  WebhookList,
} from "@/api/shapes.ts";

const webhookKeys = {
  all: ["webhooks"] as const,
  log: (id: string, page: number) => ["webhooks", "log", id, page] as const,
};

/** Milliseconds after which a log with a pending delivery is loaded again. */
const LOOK_AGAIN_MS = 2_000;

/** Every webhook, and the hosts that the operator allows. */
export function useWebhooks() {
  return useQuery({
    queryKey: webhookKeys.all,
    queryFn: async ({ signal }) =>
      (await call<Answer<WebhookList>>("GET", "/admin/webhooks", { signal })).data,
  });
}

/** What was, or is to be, sent to a webhook. */
export function useDeliveries(id: string, page: number) {
  return useQuery({
    queryKey: webhookKeys.log(id, page),
    queryFn: ({ signal }) =>
      call<ListAnswer<WebhookDelivery>>("GET", `/admin/webhooks/${segment(id)}/deliveries`, {
        query: { page, limit: 10 },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === "waiting") ? LOOK_AGAIN_MS : false,
  });
}

function useInvalidate() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: webhookKeys.all });
}

/** Creates a webhook; only this response contains its secret. */
export function useMakeWebhook() {
  const onSettled = useInvalidate();
  return useMutation({
    mutationFn: (form: WebhookForm) =>
      call<Answer<MadeWebhook>>("POST", "/admin/webhooks", { body: form }),
    onSettled,
  });
}

/** Changes a webhook. */
export function useChangeWebhook() {
  const onSettled = useInvalidate();
  return useMutation({
    mutationFn: ({ id, form }: { id: string; form: WebhookForm }) =>
      call<Answer<Webhook>>("PUT", `/admin/webhooks/${segment(id)}`, { body: form }),
    onSettled,
  });
}

/** Removes a webhook with its log. */
export function useRemoveWebhook() {
  const onSettled = useInvalidate();
  return useMutation({
    mutationFn: (id: string) => call<Answer<null>>("DELETE", `/admin/webhooks/${segment(id)}`),
    onSettled,
  });
}

/** Sends a test to a webhook. */
export function useTestWebhook() {
  const onSettled = useInvalidate();
  return useMutation({
    mutationFn: (id: string) =>
      call<Answer<WebhookDelivery>>("POST", `/admin/webhooks/${segment(id)}/test`),
    onSettled,
  });
}

/** Sends a delivery once more. */
export function useSendAgain() {
  const onSettled = useInvalidate();
  return useMutation({
    mutationFn: (id: string) =>
      call<Answer<WebhookDelivery>>("POST", `/admin/webhook-deliveries/${segment(id)}/resend`),
    onSettled,
  });
}
