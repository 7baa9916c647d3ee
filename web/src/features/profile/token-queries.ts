import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import type { AccessToken, AccessTokenForm, Answer, MadeAccessToken } from "@/api/shapes.ts";

const tokenKeys = { all: ["access-tokens"] as const };

/** The person's own access tokens, the newest first. */
export function useAccessTokens() {
  return useQuery({
    queryKey: tokenKeys.all,
    queryFn: async ({ signal }) =>
      (await call<Answer<AccessToken[]>>("GET", "/auth/tokens", { signal })).data,
  });
}

/** Creates an access token; only this response contains it. */
export function useMakeAccessToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: AccessTokenForm) =>
      call<Answer<MadeAccessToken>>("POST", "/auth/tokens", { body: form }),
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all }),
  });
}

/** Revokes an access token. */
export function useRevokeAccessToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<Answer<null>>("DELETE", `/auth/tokens/${segment(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all }),
  });
}
