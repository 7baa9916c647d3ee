import type { MailSecurity, MailSettings, MailSettingsForm } from "@/api/shapes.ts";
import type { Problems } from "@/lib/use-form.ts";
import { emailRule } from "@/lib/validation.ts";

/** The settings as they are filled in. */
export interface MailValues {
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
  password: string;
  fromAddress: string;
  fromName: string;
  siteAddress: string;
}

/** The port that servers have for each kind of protection. */
const USUAL_PORT: Record<MailSecurity, string> = { starttls: "587", tls: "465", none: "25" };

/** What the form begins with. The password is never among it. */
export function valuesOf(settings: MailSettings | null, siteAddress: string): MailValues {
  return {
    host: settings?.host ?? "",
    port: settings ? String(settings.port) : USUAL_PORT.starttls,
    security: settings?.security ?? "starttls",
    user: settings?.user ?? "",
    password: "",
    fromAddress: settings?.fromAddress ?? "",
    fromName: settings?.fromName ?? "",
    siteAddress: settings?.siteAddress ?? siteAddress,
  };
}

/** Changes that follow a change of the encryption: the default port, unless the port was set by hand. */
export function withSecurity(values: MailValues, security: MailSecurity): Partial<MailValues> {
  const usual = values.port === "" || Object.values(USUAL_PORT).includes(values.port);
  return usual ? { security, port: USUAL_PORT[security] } : { security };
}

export function mailProblems(values: MailValues): Problems<MailValues> {
  const port = Number(values.port);
  const isPort = /^\d+$/.test(values.port.trim()) && port >= 1 && port <= 65_535;
  return {
    host: values.host.trim() === "" ? "settings.mail.validation.hostRequired" : undefined,
    port: isPort ? undefined : "settings.mail.validation.portInvalid",
    fromAddress:
      values.fromAddress.trim() === ""
        ? "settings.mail.validation.fromRequired"
        : emailRule(values.fromAddress) && "settings.mail.validation.fromInvalid",
    siteAddress:
      values.siteAddress.trim() === "" ? "settings.mail.validation.siteRequired" : undefined,
  };
}

/** The request body: an empty password is left out, which keeps the stored one. */
export function mailForm({ port, password, ...values }: MailValues): MailSettingsForm {
  return { ...values, port: Number(port), ...(password === "" ? {} : { password }) };
}
