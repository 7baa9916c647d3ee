import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import type { Answer, Mail, MailSettingsForm } from "@/api/shapes.ts";

const KEY = ["admin", "settings", "mail"] as const;

/** The library's mail server, and how the queue of mails is. */
export function useMail() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call<Answer<Mail>>("GET", "/admin/settings/mail", { signal })).data,
    staleTime: 0,
  });
}

/** Saves the settings; nothing switches mail off. */
export function useChangeMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (settings: MailSettingsForm | null) =>
      (settings
        ? await call<Answer<Mail>>("PUT", "/admin/settings/mail", { body: settings })
        : await call<Answer<Mail>>("DELETE", "/admin/settings/mail")
      ).data,
    onSuccess: (mail) => {
      client.setQueryData(KEY, mail);
      // Whether the library sends mail is something that everybody may know.
      void client.invalidateQueries({ queryKey: ["library"] });
    },
  });
}

/** Sends a test mail to the administrator. */
export function useTestMail() {
  return useMutation({
    mutationFn: async () =>
      (await call<Answer<{ sentTo: string }>>("POST", "/admin/settings/mail/test")).data.sentTo,
  });
}
