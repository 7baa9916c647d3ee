import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { accountKeys } from "@/api/keys/account.ts";
import { createPasskey } from "@/api/passkeys.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import { useChange } from "@/api/use-change.ts";

/** The person's second factors. */
export function useSecondFactors() {
  return useQuery({
    queryKey: accountKeys.secondFactors,
    queryFn: async ({ signal }) => (await call("GET", "/auth/second-factors", { signal })).data,
  });
}

/** A change of the second factors, after which they are loaded again. */
function useFactorChange<A, V = void>(change: (values: V) => Promise<A>) {
  const session = useSessionStore();
  return useChange<A, V>({
    call: change,
    changes: "secondFactor",
    // Permissions may change, because the library can withhold them from staff without a second factor.
    onSuccess: () => void session.reload(),
    secret: true,
  });
}

/** Starts adding an authenticator app; only this response contains its secret. */
export function useBeginAuthenticator() {
  return useFactorChange(
    async () => (await call("POST", "/auth/second-factors/authenticator")).data,
  );
}

/** Confirms the new authenticator app with one of its codes. */
export function useConfirmAuthenticator() {
  return useFactorChange(
    async (code: string) =>
      (
        await call("POST", "/auth/second-factors/authenticator/confirm", {
          body: { code },
        })
      ).data.recoveryCodes,
  );
}

export function useRemoveAuthenticator() {
  return useFactorChange(() => call("DELETE", "/auth/second-factors/authenticator"));
}

/** Replaces the recovery codes; only this response contains the new ones. */
export function useMakeRecoveryCodes() {
  return useFactorChange(
    async () => (await call("POST", "/auth/second-factors/recovery-codes")).data.recoveryCodes,
  );
}

/** Creates a passkey with this name. Returns the new recovery codes, or null if the person cancels. */
export function useAddPasskey() {
  return useFactorChange(async (name: string) => {
    const options = await call("POST", "/auth/passkeys/options");
    const made = await createPasskey(options.data, name);
    if (made === null) return null;
    const added = await call("POST", "/auth/passkeys", { body: made });
    return added.data.recoveryCodes;
  });
}

export function useRenamePasskey() {
  return useFactorChange(({ id, name }: { id: string; name: string }) =>
    call("PUT", "/auth/passkeys/{id}", { path: { id }, body: { name } }),
  );
}

export function useRemovePasskey() {
  return useFactorChange((id: string) => call("DELETE", "/auth/passkeys/{id}", { path: { id } }));
}
