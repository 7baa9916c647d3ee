import { useEffect, useId } from "react";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import type { AuthenticatorSecret } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import type { Rule } from "@/lib/validation.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { OneTimeSecret } from "@/ui/one-time-secret.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { QrCode } from "./qr-code.tsx";
import { useBeginAuthenticator, useConfirmAuthenticator } from "./queries.ts";
import { RecoveryCodeList } from "./recovery-codes.tsx";

interface Values {
  code: string;
}

/**
 * Checks the first code of a new app. The server's error for other texts mentions recovery codes, which do not exist
 * yet.
 */
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
export function AuthenticatorDialog({ open, onOpenChange }: DialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const { mutate: start, reset: forget, ...begin } = useBeginAuthenticator();
  const confirm = useConfirmAuthenticator();
  const form = useForm<Values>({
    initial: { code: "" },
    check: ({ code }) => ({ code: codeRule(code) }),
    onSubmit: ({ code }) => void submit(code),
  });
  useEffect(() => {
    if (open) start(undefined);
  }, [open, start]);
  const submit = async (code: string) => {
    // The recovery codes replace the form: the toast of an earlier wrong code would hide their title.
    notify.dismissErrors();
    try {
      const codes = await confirm.mutateAsync(code);
      notify.success(t("profile.security.app.done"));
      if (codes.length === 0) close(false);
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("profile.security.app.failed")));
      }
      if (error instanceof ApiError) form.refuse(error);
    }
  };
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    forget();
    confirm.reset();
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
          <Button type="submit" form={formId} pending={confirm.isPending || !begin.data}>
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
