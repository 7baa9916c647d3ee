import { useMutation } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { call } from "@/api/client.ts";
import { ApiError, messageOf } from "@/api/errors.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import type { Answer } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";

interface Values {
  password: string;
}

/** Asks for the password. It lies above any dialog whose action needs the confirmation. */
export default function ConfirmationDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const user = useCurrentUser();
  const confirm = useMutation({
    mutationFn: (values: Values) =>
      call<Answer<unknown>>("POST", "/auth/confirm", { body: values }),
    onSuccess: () => onEnd(true),
    onError: (error) => {
      if (error instanceof ApiError) form.refuse(error);
    },
  });
  const form = useForm<Values>({
    initial: { password: "" },
    check: ({ password }) => ({
      password: password === "" ? "confirmation.passwordRequired" : undefined,
    }),
    onSubmit: (values) => confirm.mutate(values),
  });
  useEscape(() => onEnd(false));
  const isOfField = confirm.error?.forField("password") !== undefined;
  return (
    <Dialog
      open
      width="sm"
      onOpenChange={(open) => {
        if (!open) onEnd(false);
      }}
      title={t("confirmation.title")}
      description={t("confirmation.text")}
      footer={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={confirm.isPending}>
            {t("confirmation.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        {confirm.isError && !isOfField ? (
          <Banner tone="danger">{messageOf(confirm.error, t("confirmation.failed"))}</Banner>
        ) : null}
        {/* For password managers, which fill in the password of this account. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={user?.email ?? ""}
          readOnly
          hidden
          tabIndex={-1}
        />
        <PasswordInput
          label={t("confirmation.password")}
          autoComplete="current-password"
          {...form.text("password")}
        />
      </form>
    </Dialog>
  );
}

/** Escape ends only this dialog: one below it would otherwise close, too, and lose what was entered. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopImmediatePropagation();
      onEscape();
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  });
}
