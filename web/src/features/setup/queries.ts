import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { libraryKeys } from "@/api/keys/library.ts";
import { setupKeys } from "@/api/keys/visitors.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { SetupForm } from "@/api/shapes.ts";

/** Whether a set-up link is valid, and the choices of the form. Not loaded once the library is set up. */
export function useSetupLink(token: string, isSetUp: boolean) {
  return useQuery({
    queryKey: setupKeys.link(token),
    queryFn: async ({ signal }) =>
      (
        await call("POST", "/setup/check", {
          body: { token },
          signal,
        })
      ).data,
    enabled: token !== "" && !isSetUp,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sets up the library in one call, and signs the administrator in. */
export function useSetUp() {
  const client = useQueryClient();
  const session = useSessionStore();
  return useMutation({
    mutationFn: async (form: SetupForm) => (await call("POST", "/setup", { body: form })).data,
    onSuccess: async (signedIn) => {
      const fresh = await call("GET", "/library");
      client.setQueryData(libraryKeys.details, fresh.data);
      session.tokenRenewed(signedIn);
    },
  });
}
