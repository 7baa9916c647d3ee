import type { MailSecurity, MailSettings, MailSettingsForm } from "@/api/shapes.ts";
import type { Problems } from "@/lib/use-form.ts";
import { emailRule } from "@/lib/validation.ts";

/** The values of the form. */
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

/** The default port for each kind of encryption. */
const USUAL_PORT: Record<MailSecurity, string> = { starttls: "587", tls: "465", none: "25" };

/** The initial values of the form, without the password. */
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

/** A change of the encryption, with its default port if the current port is a default. */
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

/** The request body. An empty password is omitted, which keeps the stored one. */
export function mailForm({ port, password, ...values }: MailValues): MailSettingsForm {
  return { ...values, port: Number(port), ...(password === "" ? {} : { password }) };
}
