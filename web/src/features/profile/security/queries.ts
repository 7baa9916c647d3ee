import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "@/api/client.ts";
import { createPasskey } from "@/api/passkeys.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type {
  AddedPasskey,
  Answer,
  AuthenticatorSecret,
  Passkey,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactors,
} from "@/api/shapes.ts";

const SECOND_FACTORS = ["second-factors"] as const;

/** The person's second factors. */
export function useSecondFactors() {
  return useQuery({
    queryKey: SECOND_FACTORS,
    queryFn: async ({ signal }) =>
      (await call<Answer<SecondFactors>>("GET", "/auth/second-factors", { signal })).data,
  });
}

/** Changes the second factors by a call, and reads them again. */
function useChange<V, T>(change: (values: V) => Promise<T>) {
  const client = useQueryClient();
  const session = useSessionStore();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      // The library may withhold permissions from staff without a second factor.
      await Promise.all([client.invalidateQueries({ queryKey: SECOND_FACTORS }), session.reload()]);
    },
  });
}

/** Begins to add an authenticator app; only this response contains its secret. */
export function useBeginAuthenticator() {
  return useChange(
    async () =>
      (await call<Answer<AuthenticatorSecret>>("POST", "/auth/second-factors/authenticator")).data,
  );
}

/** Confirms the new authenticator app by one of its codes. */
export function useConfirmAuthenticator() {
  return useChange(
    async (code: string) =>
      (
        await call<Answer<RecoveryCodes>>("POST", "/auth/second-factors/authenticator/confirm", {
          body: { code },
        })
      ).data.recoveryCodes,
  );
}

export function useRemoveAuthenticator() {
  return useChange(() => call<Answer<null>>("DELETE", "/auth/second-factors/authenticator"));
}

/** Replaces the recovery codes; only this response contains the new ones. */
export function useMakeRecoveryCodes() {
  return useChange(
    async () =>
      (await call<Answer<RecoveryCodes>>("POST", "/auth/second-factors/recovery-codes")).data
        .recoveryCodes,
  );
}

/** Makes a passkey with this name. Returns the recovery codes that come with it, or null when the person cancels. */
export function useAddPasskey() {
  return useChange(async (name: string) => {
    const options = await call<Answer<PasskeyOptions>>("POST", "/auth/passkeys/options");
    const made = await createPasskey(options.data, name);
    if (made === null) return null;
    const added = await call<Answer<AddedPasskey>>("POST", "/auth/passkeys", { body: made });
    return added.data.recoveryCodes;
  });
}

export function useRenamePasskey() {
  return useChange(({ id, name }: { id: string; name: string }) =>
    call<Answer<Passkey>>("PUT", `/auth/passkeys/${segment(id)}`, { body: { name } }),
  );
}

export function useRemovePasskey() {
  return useChange((id: string) => call<Answer<null>>("DELETE", `/auth/passkeys/${segment(id)}`));
}
