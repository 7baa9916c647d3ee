import { useId } from "react";
import type { Passkey } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { NEW_PASSKEY_FORM } from "@/lib/limits.ts";
import type { Form } from "@/lib/use-form.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
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
  const { form, action } = useFormAction({
    initial: { name: "" },
    check: checkName,
    save: ({ name }) => add.mutateAsync(name),
    done: (codes) => {
      if (codes === null) {
        add.reset();
        notify.error(t("profile.security.passkey.cancelled"));
        return null;
      }
      if (codes.length === 0) close(false);
      return t("profile.security.passkey.done");
    },
    failed: t("profile.security.passkey.failed"),
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    add.reset();
    action.reset();
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
          <Button type="submit" form={formId} pending={action.pending}>
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
          <FormProblem action={action} />
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
  const { form, action } = useFormAction({
    initial: { name: passkey.name },
    check: checkName,
    save: ({ name }) => rename.mutateAsync({ id: passkey._id, name }),
    done: (_answer, { name }) => {
      onOpenChange(false);
      form.reset({ name: name.trim() });
      return null;
    },
    failed: t("profile.security.passkey.renameFailed"),
  });
  return (
    <Dialog
      open={open}
      width="sm"
      onOpenChange={onOpenChange}
      title={t("profile.security.passkey.renameTitle")}
      footer={
        <Button type="submit" form={formId} pending={action.pending}>
          {t("common.save")}
        </Button>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        <FormProblem action={action} />
        <NameInput form={form} />
      </form>
    </Dialog>
  );
}

function NameInput({ form }: { form: Form<Values> }) {
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
