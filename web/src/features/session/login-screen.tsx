import { useRef, useState } from "react";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession, useSessionStore } from "@/api/session/session-context.tsx";
import { LOAD_FAILED } from "@/api/session/session-store.ts";
import type { Credentials } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { AuthCard, SubmitBar } from "./auth-card.tsx";
import { checkCredentials } from "./checks.ts";
import { DemoChoices } from "./demo-choices.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { useAttempt } from "./use-attempt.ts";

/** `/login`. Who succeeds is sent to the dashboard by the route's own guard. */
export default function LoginScreen() {
  const { t } = useTranslation();
  const { demo } = useLibrary();
  const session = useSessionStore();
  const { error: sessionError } = useSession();
  const [filled, setFilled] = useState("");
  const submit = useRef<HTMLButtonElement>(null);
  const failed = t("auth.login.failed");

  const attempt = useAttempt(
    (credentials: Credentials) => session.login(credentials, failed),
    { success: t("auth.login.success"), failed },
    (refusal) => form.refuse(refusal),
  );
  const form = useForm<Credentials>({
    initial: { email: "", password: "" },
    check: checkCredentials,
    onSubmit: ({ email, password }) => attempt.run({ email: email.trim(), password }),
  });

  const fillIn = (credentials: Credentials, role: string) => {
    session.clearError();
    attempt.reset();
    form.reset(credentials);
    setFilled(t("auth.login.demoFilled", { role }));
    submit.current?.focus();
  };

  return (
    <AuthCard
      title={t("auth.login.heading")}
      lead={t("auth.login.lead")}
      aside={
        <>
          {t("auth.login.noAccount")} <TextLink to="/register">{t("auth.login.register")}</TextLink>
        </>
      }
    >
      <DocumentTitle title={t("auth.login.title")} />
      {attempt.failure ? <FailureBanner failure={attempt.failure} /> : null}
      {attempt.untried && sessionError === LOAD_FAILED ? (
        <Banner tone="danger">{sessionError}</Banner>
      ) : null}
      <form {...form.props} className="flex flex-col gap-5">
        <TextInput
          size="tall"
          label={t("auth.login.email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text("email")}
        />
        <PasswordInput
          size="tall"
          label={t("auth.login.password")}
          autoComplete="current-password"
          {...form.text("password")}
        />
        <SubmitBar>
          <Button ref={submit} type="submit" size="lg" wide pending={attempt.pending}>
            {t("auth.login.submit")}
          </Button>
        </SubmitBar>
      </form>
      {demo ? <DemoChoices demo={demo} onChoose={fillIn} /> : null}
      <LiveRegion>{attempt.pending ? t("auth.login.pending") : filled}</LiveRegion>
    </AuthCard>
  );
}
