import { useEffect, useId } from "react";
import { messageOf } from "@/api/errors.ts";
import type { AuthenticatorSecret } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Rule } from "@/lib/validation.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { OneTimeSecret } from "@/ui/one-time-secret.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { QrCode } from "./qr-code.tsx";
import { useBeginAuthenticator, useConfirmAuthenticator } from "./queries.ts";
import { RecoveryCodeList } from "./recovery-codes.tsx";

/** The first code of a new app. Before it there are no recovery codes, which the server names for any other text. */
const codeRule: Rule = (value) => {
  const code = value.replace(/\s/g, "");
  if (code === "") return "profile.security.app.codeRequired";
  return /^[0-9]{6}$/.test(code) ? undefined : "profile.security.app.codeInvalid";
};

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds an authenticator app: shows the QR code, asks for a code of the app, and then shows the recovery codes once. */
export default function AuthenticatorDialog({ open, onOpenChange }: DialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const { mutate: start, reset: forget, ...begin } = useBeginAuthenticator();
  const confirm = useConfirmAuthenticator();
  const { form, action } = useFormAction({
    initial: { code: "" },
    check: ({ code }) => ({ code: codeRule(code) }),
    save: ({ code }) => confirm.mutateAsync(code),
    done: (codes) => {
      if (codes.length === 0) close(false);
      return t("profile.security.app.done");
    },
    failed: t("profile.security.app.failed"),
  });
  useEffect(() => {
    if (open) start(undefined);
  }, [open, start]);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    forget();
    confirm.reset();
    action.reset();
    form.reset({ code: "" });
  };
  const codes = confirm.data;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      footerCloses={codes !== undefined}
      title={t(codes ? "profile.security.recovery.newTitle" : "profile.security.app.addTitle")}
      footer={
        codes ? (
          <Button onClick={() => close(false)}>{t("profile.security.recovery.saved")}</Button>
        ) : (
          <Button type="submit" form={formId} pending={action.pending || !begin.data}>
            {t("profile.security.app.submit")}
          </Button>
        )
      }
    >
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : begin.error ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("profile.security.app.beginFailed")}
          text={messageOf(begin.error, "")}
          onRetry={() => start(undefined)}
          retrying={begin.isPending}
        />
      ) : (
        <form id={formId} {...form.props} className="flex flex-col gap-5">
          <Secret secret={begin.data} />
          <FormProblem action={action} />
          <TextInput
            label={t("profile.security.app.code")}
            hint={t("profile.security.app.codeHint")}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            {...form.text("code")}
          />
        </form>
      )}
    </Dialog>
  );
}

function Secret({ secret }: { secret: AuthenticatorSecret | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-md text-muted">{t("profile.security.app.scan")}</p>
      {secret ? (
        <>
          <QrCode code={secret.qrCode} label={t("profile.security.app.qr")} />
          <OneTimeSecret
            label={t("profile.security.app.secret")}
            hint={t("profile.security.app.secretHint")}
            value={secret.secret}
          />
        </>
      ) : (
        <Loading>
          <Skeleton className="size-52" />
        </Loading>
      )}
    </>
  );
}
