import { useId } from "react";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import type { Passkey } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { NEW_PASSKEY_FORM } from "@/lib/limits.ts";
import { useForm } from "@/lib/use-form.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useAddPasskey, useRenamePasskey } from "./queries.ts";
import { RecoveryCodeList } from "./recovery-codes.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Values {
  name: string;
}

function checkName({ name }: Values) {
  return {
    name: name.trim() === "" ? ("profile.security.passkey.nameRequired" as const) : undefined,
  };
}

/** Adds a passkey: asks for a name, opens the browser's dialog, and then shows the recovery codes once. */
export function AddPasskeyDialog({ open, onOpenChange }: DialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const add = useAddPasskey();
  const form = useForm<Values>({
    initial: { name: "" },
    check: checkName,
    onSubmit: ({ name }) => void submit(name),
  });
  const submit = async (name: string) => {
    try {
      const codes = await add.mutateAsync(name);
      if (codes === null) {
        add.reset();
        return notify.error(t("profile.security.passkey.cancelled"));
      }
      notify.success(t("profile.security.passkey.done"));
      if (codes.length === 0) close(false);
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("profile.security.passkey.failed")));
      }
      if (error instanceof ApiError) form.refuse(error);
    }
  };
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    add.reset();
    form.reset({ name: "" });
  };
  const codes = add.data ?? [];
  const isDone = codes.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      footerCloses={isDone}
      title={t(isDone ? "profile.security.recovery.newTitle" : "profile.security.passkey.addTitle")}
      footer={
        isDone ? (
          <Button onClick={() => close(false)}>{t("profile.security.recovery.saved")}</Button>
        ) : (
          <Button type="submit" form={formId} pending={add.isPending}>
            {t("profile.security.passkey.submit")}
          </Button>
        )
      }
    >
      {isDone ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <form id={formId} {...form.props} className="flex flex-col gap-5">
          <p className="text-md text-muted">{t("profile.security.passkey.addText")}</p>
          <NameInput form={form} />
        </form>
      )}
    </Dialog>
  );
}

/** Renames a passkey. */
export function RenamePasskeyDialog({
  passkey,
  open,
  onOpenChange,
}: DialogProps & { passkey: Passkey }) {
  const { t } = useTranslation();
  const formId = useId();
  const rename = useRenamePasskey();
  const form = useForm<Values>({
    initial: { name: passkey.name },
    check: checkName,
    onSubmit: ({ name }) => void submit(name),
  });
  const submit = async (name: string) => {
    try {
      await rename.mutateAsync({ id: passkey._id, name });
      onOpenChange(false);
      form.reset({ name: name.trim() });
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("profile.security.passkey.renameFailed")));
      }
      if (error instanceof ApiError) form.refuse(error);
    }
  };
  return (
    <Dialog
      open={open}
      width="sm"
      onOpenChange={onOpenChange}
      title={t("profile.security.passkey.renameTitle")}
      footer={
        <Button type="submit" form={formId} pending={rename.isPending}>
          {t("common.save")}
        </Button>
      }
    >
      <form id={formId} {...form.props}>
        <NameInput form={form} />
      </form>
    </Dialog>
  );
}

function NameInput({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t("profile.security.passkey.name")}
      hint={t("profile.security.passkey.nameHint")}
      maxLength={NEW_PASSKEY_FORM.name.max}
      autoComplete="off"
      {...form.text("name")}
    />
  );
}
