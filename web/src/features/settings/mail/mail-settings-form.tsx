import { useState } from "react";
import type { MailSettings } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { mailForm, mailProblems, valuesOf, withSecurity } from "./mail-form.ts";
import { useChangeMail } from "./queries.ts";

/** The form of the mail server; it never has the stored password. */
export function MailSettingsForm({ settings }: { settings: MailSettings | null }) {
  const { t } = useTranslation();
  const change = useChangeMail();
  const { form, action } = useFormAction({
    initial: valuesOf(settings, location.origin),
    check: mailProblems,
    save: (values) => change.mutateAsync(mailForm(values)),
    done: (saved) => {
      form.reset(valuesOf(saved.settings, location.origin));
      return t("settings.mail.saved");
    },
    failed: t("settings.mail.saveFailed"),
  });

  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FormProblem action={action} />
      {settings ? null : (
        <Banner tone="info">
          <p className="font-medium">{t("settings.mail.off")}</p>
          <p>{t("settings.mail.offText")}</p>
        </Banner>
      )}
      <TextInput
        label={t("settings.mail.host")}
        hint={t("settings.mail.hostHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text("host")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("settings.mail.security")}
          name="security"
          optional={false}
          value={form.values.security}
          onValueChange={(security) => form.fill(withSecurity(form.values, security))}
          error={form.error("security")}
          options={[
            { value: "starttls", label: t("settings.mail.starttls") },
            { value: "tls", label: t("settings.mail.tls") },
            { value: "none", label: t("settings.mail.none") },
          ]}
        />
        <TextInput
          label={t("settings.mail.port")}
          inputMode="numeric"
          autoComplete="off"
          {...form.text("port")}
        />
        <TextInput
          optional
          label={t("settings.mail.user")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text("user")}
        />
        <PasswordInput
          label={t("settings.mail.password")}
          hint={t(
            settings?.hasPassword ? "settings.mail.passwordKept" : "settings.mail.passwordNone",
          )}
          autoComplete="new-password"
          {...form.text("password")}
        />
        <TextInput
          label={t("settings.mail.fromAddress")}
          type="email"
          autoComplete="off"
          {...form.text("fromAddress")}
        />
        <TextInput
          optional
          label={t("settings.mail.fromName")}
          hint={t("settings.mail.fromNameHint")}
          autoComplete="off"
          {...form.text("fromName")}
        />
      </div>
      <TextInput
        label={t("settings.mail.siteAddress")}
        hint={t("settings.mail.siteAddressHint")}
        type="url"
        autoComplete="off"
        {...form.text("siteAddress")}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={action.pending}>
          {t("settings.mail.save")}
        </Button>
        {settings ? <SwitchOff onOff={() => form.reset(valuesOf(null, location.origin))} /> : null}
      </div>
    </form>
  );
}

function SwitchOff({ onOff }: { onOff: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const change = useAction(useChangeMail(), {
    done: () => t("settings.mail.switchedOff"),
    failed: t("settings.mail.saveFailed"),
    shows: "problem",
  });
  const switchOff = async () => {
    const isOff = await change.run(null);
    if (isOff) onOff();
    return isOff;
  };
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          change.reset();
          setOpen(true);
        }}
      >
        {t("settings.mail.switchOff")}
      </Button>
      <ActionDialog
        action={change}
        open={open}
        onOpenChange={setOpen}
        title={t("settings.mail.switchOffTitle")}
        text={t("settings.mail.switchOffText")}
        confirm={t("settings.mail.switchOff")}
        onConfirm={switchOff}
      />
    </>
  );
}
