import { useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession, useSessionStore } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { PasswordRules } from "@/ui/password-rules.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { AuthCard, SubmitBar } from "./auth-card.tsx";
import { checkReset, type ResetForm } from "./checks.ts";
import { FailureBanner } from "./failure-banner.tsx";
import { isAfterUndoing, useLinkToken } from "./link-token.ts";
import { useResetPassword } from "./queries.ts";

/** `/reset-password#token=…`: sets a new password with a link from a mail or from the library. */
export default function ResetPasswordScreen() {
  const { t } = useTranslation();
  const { state } = useLocation();
  // Kept, because removing the token from the address clears the state.
  const [afterUndoing] = useState(() => isAfterUndoing(state));
  const token = useLinkToken();
  return (
    <AuthCard
      title={t("accounts.reset.heading")}
      lead={t(afterUndoing ? "accounts.reset.leadAfterUndoing" : "accounts.reset.lead")}
      aside={
        afterUndoing ? (
          <TextLink to="/contact">{t("accounts.undoEmail.contact")}</TextLink>
        ) : (
          <>
            {t("accounts.forgot.remembered")}{" "}
            <TextLink to="/login">{t("accounts.forgot.login")}</TextLink>
          </>
        )
      }
    >
      <DocumentTitle title={t("accounts.reset.title")} />
      {afterUndoing ? <Banner tone="success">{t("accounts.undoEmail.done")}</Banner> : null}
      {token === null ? (
        <Banner tone="warning">
          <p>{t("accounts.reset.noLink")}</p>
          <p className="mt-1">
            <AskAgain />
          </p>
        </Banner>
      ) : (
        <NewPassword key={token} token={token} />
      )}
    </AuthCard>
  );
}

function AskAgain() {
  const { t } = useTranslation();
  return <TextLink to="/forgot-password">{t("accounts.reset.askAgain")}</TextLink>;
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation();
  const rulesId = useId();
  const navigate = useNavigate();
  const { authenticated } = useSession();
  const session = useSessionStore();
  const reset = useResetPassword();
  const { passwordRules } = useLibrary();
  const form = useForm<ResetForm>({
    initial: { password: "", confirmPassword: "" },
    check: (values) => checkReset(passwordRules, values),
    onSubmit: (values) =>
      reset.mutate(
        { token, ...values },
        {
          onSuccess: () => {
            // The current session may belong to another person; the next step is to sign in again.
            if (authenticated) void session.logout();
            notify.success(t("accounts.reset.success"));
            void navigate("/login", { replace: true });
          },
          onError: (error) => form.refuse(error),
        },
      ),
  });
  const failed = reset.error && {
    error: reset.error,
    message: messageOf(reset.error, t("accounts.reset.failed")),
  };
  return (
    <>
      {failed ? (
        <FailureBanner
          failure={failed}
          action={reset.error?.code === "link_invalid" ? <AskAgain /> : null}
        />
      ) : null}
      <form {...form.props} className="flex flex-col gap-5">
        <div className="flex flex-col gap-2.5">
          <PasswordInput
            size="tall"
            label={t("accounts.reset.password")}
            autoComplete="new-password"
            describedBy={rulesId}
            {...form.text("password")}
          />
          <PasswordRules id={rulesId} password={form.values.password} rules={passwordRules} />
        </div>
        <PasswordInput
          size="tall"
          label={t("accounts.reset.confirmPassword")}
          autoComplete="new-password"
          {...form.text("confirmPassword")}
        />
        <SubmitBar>
          <Button type="submit" size="lg" wide pending={reset.isPending}>
            {t("accounts.reset.submit")}
          </Button>
        </SubmitBar>
      </form>
      <LiveRegion>{reset.isPending ? t("accounts.reset.pending") : ""}</LiveRegion>
    </>
  );
}
