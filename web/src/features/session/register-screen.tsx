import { MailCheck } from "lucide-react";
import { useId } from "react";
import { useLibrary } from "@/api/queries/library.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { Registration } from "@/api/shapes.ts";
import { useLanguage, useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { PasswordRules } from "@/ui/password-rules.tsx";
import { TextInput } from "@/ui/text-input.tsx";

import { AuthCard, SubmitBar } from "./auth-card.tsx";
import {
  checkRegistration,
  EMPTY_REGISTRATION,
  type RegistrationForm as RegistrationValues,
  toRegistration,
} from "./checks.ts";
import { FailureBanner } from "./failure-banner.tsx";
import { useAttempt } from "./use-attempt.ts";

/**
 * `/register`. A new person is signed in, and the route's guard redirects to the dashboard. If the library confirms
 * addresses first, the screen explains what happens next.
 */
export default function RegisterScreen() {
  return useLibrary().registrationOpen ? <RegistrationForm /> : <RegistrationClosed />;
}

/** Explains how to get an account when registration is closed. */
function RegistrationClosed() {
  const { t } = useTranslation();
  return (
    <AuthCard
      title={t("accounts.register.closedTitle")}
      lead={t("accounts.register.closedText")}
      aside={
        <>
          {t("accounts.register.haveAccount")}{" "}
          <TextLink to="/login">{t("accounts.register.login")}</TextLink>
        </>
      }
    >
      <DocumentTitle title={t("accounts.register.closedTitle")} />
      <TextLink to="/contact" className="self-start">
        {t("accounts.register.contact")}
      </TextLink>
    </AuthCard>
  );
}

/** Explains what happens next if the library confirms addresses first. */
function CheckMail({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <AuthCard
      title={t("accounts.register.sentHeading")}
      lead={t("accounts.register.sentText")}
      aside={
        <>
          {t("accounts.register.haveAccount")}{" "}
          <TextLink to="/login">{t("accounts.register.login")}</TextLink>
        </>
      }
    >
      <DocumentTitle title={t("accounts.register.sentHeading")} />
      <div className="flex flex-col items-start gap-5">
        <Banner tone="success" focus>
          <p className="break-words font-medium" dir="auto">
            {email}
          </p>
          <p>{t("accounts.register.sentHint")}</p>
        </Banner>
        <Button variant="secondary" onClick={onAgain}>
          <MailCheck aria-hidden="true" />
          {t("accounts.register.again")}
        </Button>
      </div>
    </AuthCard>
  );
}

function RegistrationForm() {
  const { t } = useTranslation();
  const { confirmsAddresses, passwordRules } = useLibrary();
  const session = useSessionStore();
  const language = useLanguage();
  const rulesId = useId();
  const failed = t("accounts.register.failed");

  const attempt = useAttempt(
    (registration: Registration) => session.register(registration, failed),
    { success: t("accounts.register.success"), failed },
    (refusal) => form.refuse(refusal),
  );
  const form = useForm<RegistrationValues>({
    initial: EMPTY_REGISTRATION,
    check: (values) => checkRegistration(passwordRules, values),
    onSubmit: (values) => attempt.run(toRegistration(values, language.code)),
  });

  if (attempt.mailed) {
    return <CheckMail email={attempt.mailed.email} onAgain={attempt.reset} />;
  }
  return (
    <AuthCard
      title={t("accounts.register.heading")}
      lead={t(confirmsAddresses ? "accounts.register.leadConfirming" : "accounts.register.lead")}
      aside={
        <>
          {t("accounts.register.haveAccount")}{" "}
          <TextLink to="/login">{t("accounts.register.login")}</TextLink>
        </>
      }
    >
      <DocumentTitle title={t("accounts.register.title")} />
      {attempt.failure ? (
        <FailureBanner
          failure={attempt.failure}
          action={
            attempt.failure.error.code === "email_taken" ? (
              <TextLink to="/login">{t("accounts.register.signInInstead")}</TextLink>
            ) : null
          }
        />
      ) : null}
      <form {...form.props} className="flex flex-col gap-5">
        <TextInput
          size="tall"
          label={t("auth.person.name")}
          autoComplete="name"
          {...form.text("name")}
        />
        <TextInput
          size="tall"
          label={t("auth.person.email")}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text("email")}
        />
        <TextInput
          size="tall"
          label={t("accounts.register.phone")}
          hint={t("accounts.register.phoneHint")}
          type="tel"
          autoComplete="tel"
          optional
          {...form.text("phone")}
        />
        <TextInput
          size="tall"
          label={t("accounts.register.address")}
          autoComplete="street-address"
          optional
          {...form.text("address")}
        />
        <div className="flex flex-col gap-2.5">
          <PasswordInput
            size="tall"
            label={t("auth.person.password")}
            autoComplete="new-password"
            describedBy={rulesId}
            {...form.text("password")}
          />
          <PasswordRules id={rulesId} password={form.values.password} rules={passwordRules} />
        </div>
        <PasswordInput
          size="tall"
          label={t("auth.person.confirmPassword")}
          autoComplete="new-password"
          {...form.text("confirmPassword")}
        />
        <div className="flex flex-col items-start gap-1">
          <Checkbox
            label={t("accounts.register.terms")}
            aria-required="true"
            {...form.box("agreeTerms")}
          />
          <a
            href="/terms"
            target="_blank"
            rel="noreferrer"
            className="ms-7 rounded-chip font-medium text-primary text-sm underline decoration-primary/35 underline-offset-4 hover:decoration-primary touch:py-2"
          >
            {t("accounts.register.readTerms")}
          </a>
        </div>
        <SubmitBar>
          <Button type="submit" size="lg" wide pending={attempt.pending}>
            {t("accounts.register.submit")}
          </Button>
        </SubmitBar>
      </form>
      <LiveRegion>{attempt.pending ? t("accounts.register.pending") : ""}</LiveRegion>
    </AuthCard>
  );
}
