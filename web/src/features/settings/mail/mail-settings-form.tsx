import { useState } from "react";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import type { MailSettings } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { type MailValues, mailForm, mailProblems, valuesOf, withSecurity } from "./mail-form.ts";
import { useChangeMail } from "./queries.ts";

/** The mail server as a form; the stored password is never in it. */
export function MailSettingsForm({ settings }: { settings: MailSettings | null }) {
  const { t } = useTranslation();
  const change = useChangeMail();
  const form = useForm<MailValues>({
    initial: valuesOf(settings, location.origin),
    check: mailProblems,
    onSubmit: (values) => void save(values),
  });

  const save = async (values: MailValues) => {
    try {
      const saved = await change.mutateAsync(mailForm(values));
      form.reset(valuesOf(saved.settings, location.origin));
      notify.success(t("admin.mail.saved"));
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, t("admin.mail.saveFailed")));
      if (error instanceof ApiError) form.refuse(error);
    }
  };

  return (
    <form {...form.props} className="flex flex-col gap-5">
      {settings ? null : (
        <Banner tone="info">
          <p className="font-medium">{t("admin.mail.off")}</p>
          <p>{t("admin.mail.offText")}</p>
        </Banner>
      )}
      <TextInput
        label={t("admin.mail.host")}
        hint={t("admin.mail.hostHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text("host")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("admin.mail.security")}
          name="security"
          optional={false}
          value={form.values.security}
          onValueChange={(security) => form.fill(withSecurity(form.values, security))}
          error={form.error("security")}
          options={[
            { value: "starttls", label: t("admin.mail.starttls") },
            { value: "tls", label: t("admin.mail.tls") },
            { value: "none", label: t("admin.mail.none") },
          ]}
        />
        <TextInput
          label={t("admin.mail.port")}
          inputMode="numeric"
          autoComplete="off"
          {...form.text("port")}
        />
        <TextInput
          optional
          label={t("admin.mail.user")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text("user")}
        />
        <PasswordInput
          label={t("admin.mail.password")}
          hint={t(settings?.hasPassword ? "admin.mail.passwordKept" : "admin.mail.passwordNone")}
          autoComplete="new-password"
          {...form.text("password")}
        />
        <TextInput
          label={t("admin.mail.fromAddress")}
          type="email"
          autoComplete="off"
          {...form.text("fromAddress")}
        />
        <TextInput
          optional
          label={t("admin.mail.fromName")}
          hint={t("admin.mail.fromNameHint")}
          autoComplete="off"
          {...form.text("fromName")}
        />
      </div>
      <TextInput
        label={t("admin.mail.siteAddress")}
        hint={t("admin.mail.siteAddressHint")}
        type="url"
        autoComplete="off"
        {...form.text("siteAddress")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {settings ? <SwitchOff onOff={() => form.reset(valuesOf(null, location.origin))} /> : null}
        <Button type="submit" pending={change.isPending}>
          {t("admin.mail.save")}
        </Button>
      </div>
    </form>
  );
}

function SwitchOff({ onOff }: { onOff: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const change = useChangeMail();
  const switchOff = async () => {
    try {
      await change.mutateAsync(null);
      setOpen(false);
      onOff();
      notify.success(t("admin.mail.switchedOff"));
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, t("admin.mail.saveFailed")));
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t("admin.mail.switchOff")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("admin.mail.switchOffTitle")}
        text={t("admin.mail.switchOffText")}
        confirm={t("admin.mail.switchOff")}
        pending={change.isPending}
        onConfirm={() => void switchOff()}
      />
    </>
  );
}
