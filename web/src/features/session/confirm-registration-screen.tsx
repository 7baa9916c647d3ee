import { Navigate } from "react-router";
import { useSession, useSessionStore } from "@/api/session/session-context.tsx";
import type { RegistrationConfirmation } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { loginPasswordRule } from "@/lib/validation.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { AuthCard, SubmitBar } from "./auth-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { useLinkToken } from "./link-token.ts";
import { useAttempt } from "./use-attempt.ts";

/** `/confirm-registration#token=…`: completes a registration with the link in a mail. */
export default function ConfirmRegistrationScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  return (
    <AuthCard
      title={t("accounts.confirmRegistration.heading")}
      lead={t("accounts.confirmRegistration.lead")}
      aside={
        <>
          {t("accounts.register.haveAccount")}{" "}
          <TextLink to="/login">{t("accounts.register.login")}</TextLink>
        </>
      }
    >
      <DocumentTitle title={t("accounts.confirmRegistration.title")} />
      {token === null ? (
        <Banner tone="warning">
          <p>{t("accounts.confirmRegistration.noLink")}</p>
          <p className="mt-1">
            <RegisterAgain />
          </p>
        </Banner>
      ) : (
        <Completion key={token} token={token} />
      )}
    </AuthCard>
  );
}

function RegisterAgain() {
  const { t } = useTranslation();
  return <TextLink to="/register">{t("accounts.confirmRegistration.again")}</TextLink>;
}

function Completion({ token }: { token: string }) {
  const { t } = useTranslation();
  const store = useSessionStore();
  const { authenticated } = useSession();
  const failed = t("accounts.confirmRegistration.failed");
  const attempt = useAttempt(
    (confirmation: RegistrationConfirmation) => store.confirmRegistration(confirmation, failed),
    { success: t("accounts.register.success"), failed },
    (refusal) => form.refuse(refusal),
  );
  const form = useForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: loginPasswordRule(password) }),
    onSubmit: ({ password }) => attempt.run({ token, password }),
  });
  // A session of another account is replaced when the registration is complete.
  if (authenticated && !attempt.untried && !attempt.pending && !attempt.failure) {
    return <Navigate to="/dashboard" replace />;
  }
  return (
    <>
      {attempt.failure ? (
        <FailureBanner
          failure={attempt.failure}
          action={attempt.failure.error.code === "link_invalid" ? <RegisterAgain /> : null}
        />
      ) : null}
      <form {...form.props} className="flex flex-col gap-5">
        <PasswordInput
          size="tall"
          label={t("accounts.confirmRegistration.password")}
          autoComplete="current-password"
          {...form.text("password")}
        />
        <SubmitBar>
          <Button type="submit" size="lg" wide pending={attempt.pending}>
            {t("accounts.confirmRegistration.submit")}
          </Button>
        </SubmitBar>
      </form>
      <LiveRegion>{attempt.pending ? t("accounts.confirmRegistration.pending") : ""}</LiveRegion>
    </>
  );
}
