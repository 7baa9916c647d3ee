import { useRef, useState } from "react";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession, useSessionStore } from "@/api/session/session-context.tsx";
import { LOAD_FAILED } from "@/api/session/session-store.ts";
import type { Credentials, Login, SecondStep } from "@/api/shapes.ts";
import { loadAccountTexts, useTranslation } from "@/lib/i18n/index.ts";
import { isSharedComputer } from "@/lib/shared-computer.ts";
import { useForm } from "@/lib/use-form.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { TextInput } from "@/ui/text-input.tsx";

import { AuthCard, SubmitBar } from "./auth-card.tsx";
import { checkCredentials, type LoginForm } from "./checks.ts";
import { DemoChoices } from "./demo-choices.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { useAttempt } from "./use-attempt.ts";

// Most accounts have no second factor, so this code is fetched later.
const SecondStepCard = onDemand(
  async () =>
    (await Promise.all([import("./second-step-card.tsx"), loadAccountTexts()]))[0].default,
);

/** `/login`: the password, and a second step for accounts with a second factor. */
export default function LoginScreen() {
  const [step, setStep] = useState<SecondStep | null>(null);
  return step ? (
    <SecondStepCard step={step} onBack={() => setStep(null)} />
  ) : (
    <PasswordCard onSecondStep={setStep} />
  );
}

/** After a sign-in the guard of the route redirects: to the page that required it, otherwise to the dashboard. */
function PasswordCard({ onSecondStep }: { onSecondStep: (step: SecondStep) => void }) {
  const { t } = useTranslation();
  const { demo } = useLibrary();
  const session = useSessionStore();
  const { error: sessionError } = useSession();
  const [filled, setFilled] = useState("");
  const submit = useRef<HTMLButtonElement>(null);
  const failed = t("auth.login.failed");

  const attempt = useAttempt(
    (login: Login) => session.login(login, failed),
    { success: t("auth.login.success"), failed },
    (refusal) => {
      if (refusal.secondStep) onSecondStep(refusal.secondStep);
      else form.refuse(refusal);
    },
  );
  const form = useForm<LoginForm>({
    initial: { email: "", password: "", rememberMe: false },
    check: checkCredentials,
    onSubmit: (values) => attempt.run({ ...values, email: values.email.trim() }),
  });

  const fillIn = (credentials: Credentials, role: string) => {
    session.clearError();
    attempt.reset();
    form.reset({ ...credentials, rememberMe: form.values.rememberMe });
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
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          {isSharedComputer() ? null : (
            <Checkbox label={t("auth.login.remember")} {...form.box("rememberMe")} />
          )}
          <TextLink to="/forgot-password" className="text-md touch:py-2.5">
            {t("auth.login.forgot")}
          </TextLink>
        </div>
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
