import { KeyRound } from "lucide-react";
import { useState } from "react";
import { passkeysHere, presentPasskey } from "@/api/passkeys.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { SecondStep, SecondStepForm } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { appCodeRule, recoveryCodeRule } from "@/lib/second-step-codes.ts";
import { isSharedComputer } from "@/lib/shared-computer.ts";
import { useForm } from "@/lib/use-form.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { AuthCard, SubmitBar } from "./auth-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { useAttempt } from "./use-attempt.ts";

/** The method that the card asks for. A passkey needs no field. */
type Mode = "passkey" | "app" | "recovery";

const TEXTS = {
  passkey: { lead: "accounts.second.passkeyLead", code: null },
  app: { lead: "accounts.second.lead", code: "accounts.second.code" },
  recovery: { lead: "accounts.second.recoveryLead", code: "accounts.second.recoveryCode" },
} as const;

interface Values {
  code: string;
  rememberDevice: boolean;
}

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export default function SecondStepCard({ step, onBack }: { step: SecondStep; onBack: () => void }) {
  const { t } = useTranslation();
  const session = useSessionStore();
  const hasPasskey = passkeysHere(step.passkeys).length > 0;
  const hasApp = step.methods.includes("authenticator");
  const first: Mode = hasApp ? "app" : hasPasskey ? "passkey" : "recovery";
  const [mode, setMode] = useState(first);
  const failed = t("auth.login.failed");
  const attempt = useAttempt(
    (form: SecondStepForm) => session.finishLogin(form, failed),
    { success: t("auth.login.success"), failed },
    (refusal) => form.refuse(refusal),
  );
  const form = useForm<Values>({
    initial: { code: "", rememberDevice: false },
    check: ({ code }) => ({
      code: mode === "recovery" ? recoveryCodeRule(code) : appCodeRule(code),
    }),
    onSubmit: (values) => attempt.run({ ...values, challenge: step.challenge }),
  });
  const recovers = mode === "recovery";
  const change = () => {
    attempt.reset();
    form.reset({ ...form.values, code: "" });
    setMode(recovers ? first : "recovery");
  };
  const { lead, code } = TEXTS[mode];
  const hasOther = recovers ? hasApp : step.methods.includes("recovery_code");
  const present = async () => {
    const passkey = await presentPasskey(step);
    if (passkey === null) return notify.error(t("accounts.second.passkeyCancelled"));
    const { rememberDevice } = form.values;
    attempt.run({ challenge: step.challenge, passkey, rememberDevice });
  };
  return (
    <AuthCard
      title={t("accounts.second.heading")}
      lead={t(lead)}
      aside={
        <Button variant="ghost" onClick={onBack}>
          {t("accounts.second.back")}
        </Button>
      }
    >
      <DocumentTitle title={t("accounts.second.title")} />
      {attempt.failure ? <FailureBanner failure={attempt.failure} /> : null}
      {hasPasskey ? (
        <ActionButton size="lg" wide action={present}>
          <KeyRound aria-hidden="true" />
          {t("accounts.second.usePasskey")}
        </ActionButton>
      ) : null}
      <form {...form.props} className="flex flex-col gap-5">
        {code ? (
          <TextInput
            // The key remounts the field for another method, and the new field takes the focus.
            key={code}
            autoFocus={!hasPasskey || mode !== first}
            size="tall"
            label={t(code)}
            inputMode={recovers ? "text" : "numeric"}
            autoComplete={recovers ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            {...form.text("code")}
          />
        ) : null}
        {isSharedComputer() ? null : (
          <Checkbox label={t("accounts.second.remember")} {...form.box("rememberDevice")} />
        )}
        {code ? (
          <SubmitBar>
            <Button
              type="submit"
              size="lg"
              wide
              variant={hasPasskey ? "secondary" : "primary"}
              pending={attempt.pending}
            >
              {t("accounts.second.submit")}
            </Button>
          </SubmitBar>
        ) : null}
        {hasOther ? (
          <Button variant="ghost" onClick={change}>
            {t(recovers ? "accounts.second.useApp" : "accounts.second.useRecoveryCode")}
          </Button>
        ) : null}
      </form>
      <LiveRegion>{attempt.pending ? t("auth.login.pending") : ""}</LiveRegion>
    </AuthCard>
  );
}
