import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { accountKeys } from "@/api/keys/account.ts";
import type { AccessTokenForm } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

/** The person's own access tokens, the newest first. */
export function useAccessTokens() {
  return useQuery({
    queryKey: accountKeys.accessTokens,
    queryFn: async ({ signal }) => (await call("GET", "/auth/tokens", { signal })).data,
  });
}

/** Creates an access token; only this response contains it. */
export function useMakeAccessToken() {
  return useChange({
    call: (form: AccessTokenForm) => call("POST", "/auth/tokens", { body: form }),
    changes: "accessToken",
    secret: true,
  });
}

/** Revokes an access token. */
export function useRevokeAccessToken() {
  return useChange({
    call: (id: string) => call("DELETE", "/auth/tokens/{id}", { path: { id } }),
    changes: "accessToken",
  });
}
