import { MailCheck } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { emailRule } from "@/lib/validation.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { TextInput } from "@/ui/text-input.tsx";

import { AuthCard, SubmitBar } from "./auth-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { useForgotPassword } from "./queries.ts";

/** `/forgot-password`: requests a link by mail, or refers to the desk if the library sends no mail. */
export default function ForgotPasswordScreen() {
  const { t } = useTranslation();
  const { sendsMail } = useLibrary();
  const ask = useForgotPassword();
  const form = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: emailRule(email) }),
    onSubmit: ({ email }) => ask.mutate(email.trim(), { onError: (error) => form.refuse(error) }),
  });
  const failed = ask.error && {
    error: ask.error,
    message: messageOf(ask.error, t("accounts.forgot.failed")),
  };
  return (
    <AuthCard
      title={t(ask.isSuccess ? "accounts.forgot.sentHeading" : "accounts.forgot.heading")}
      lead={t(
        ask.isSuccess
          ? "accounts.forgot.sentText"
          : sendsMail
            ? "accounts.forgot.lead"
            : "accounts.forgot.noMail",
      )}
      aside={
        <>
          {t("accounts.forgot.remembered")}{" "}
          <TextLink to="/login">{t("accounts.forgot.login")}</TextLink>
        </>
      }
    >
      <DocumentTitle title={t("accounts.forgot.title")} />
      {ask.isSuccess ? (
        <div className="flex flex-col items-start gap-5">
          <Banner tone="success" focus>
            <p className="break-words font-medium" dir="auto">
              {ask.variables}
            </p>
            <p>{t("accounts.forgot.sentHint")}</p>
          </Banner>
          <Button variant="secondary" onClick={() => ask.reset()}>
            <MailCheck aria-hidden="true" />
            {t("accounts.forgot.again")}
          </Button>
        </div>
      ) : sendsMail ? (
        <>
          {failed ? <FailureBanner failure={failed} /> : null}
          <form {...form.props} className="flex flex-col gap-5">
            <TextInput
              size="tall"
              label={t("accounts.forgot.email")}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.text("email")}
            />
            <SubmitBar>
              <Button type="submit" size="lg" wide pending={ask.isPending}>
                {t("accounts.forgot.submit")}
              </Button>
            </SubmitBar>
          </form>
        </>
      ) : (
        <ButtonLink to="/contact" variant="secondary" wide>
          {t("accounts.forgot.contact")}
        </ButtonLink>
      )}
      <LiveRegion>
        {ask.isPending
          ? t("accounts.forgot.pending")
          : ask.isSuccess
            ? t("accounts.forgot.sentText")
            : ""}
      </LiveRegion>
    </AuthCard>
  );
}
