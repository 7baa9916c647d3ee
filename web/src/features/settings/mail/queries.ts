import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { settingsKeys } from "@/api/keys/staff.ts";
import type { MailSettingsForm } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

/** The library's mail server, and the state of the mail queue. */
export function useMail() {
  return useQuery({
    queryKey: settingsKeys.mail,
    queryFn: async ({ signal }) => (await call("GET", "/admin/settings/mail", { signal })).data,
    staleTime: 0,
  });
}

/** Saves the settings, or removes them, which turns mail off. */
export function useChangeMail() {
  return useChange({
    call: async (settings: MailSettingsForm | null) =>
      (settings
        ? await call("PUT", "/admin/settings/mail", { body: settings })
        : await call("DELETE", "/admin/settings/mail")
      ).data,
    changes: "mail",
    onSuccess: (mail, _settings, client) => client.setQueryData(settingsKeys.mail, mail),
  });
}

/** Sends a test mail to the administrator. */
export function useTestMail() {
  return useMutation({
    mutationFn: async () => (await call("POST", "/admin/settings/mail/test")).data.sentTo,
  });
}
