import { useId } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { Button } from "@/ui/button.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { PasswordRules } from "@/ui/password-rules.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { checkPasswords, NO_PASSWORDS } from "./password-checks.ts";
import { useUpdatePassword } from "./queries.ts";

/** Changes the password. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const rulesId = useId();
  const update = useUpdatePassword();
  const { passwordRules } = useLibrary();
  const form = useForm({
    initial: NO_PASSWORDS,
    check: (values) => checkPasswords(passwordRules, values),
    onSubmit: ({ currentPassword, newPassword }) => void change(currentPassword, newPassword),
  });

  const change = async (currentPassword: string, newPassword: string) => {
    notify.dismissErrors();
    try {
      await update.mutateAsync({ currentPassword, newPassword });
      form.reset(NO_PASSWORDS);
      notify.success(t("profile.password.success"));
    } catch (error) {
      notify.error(messageOf(error, t("profile.password.failed")));
      if (error instanceof ApiError) form.refuse(error);
    }
  };

  return (
    <form {...form.props} className="flex max-w-form flex-col gap-5">
      {/* Lets password managers store the email with the password. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        hidden
        tabIndex={-1}
      />
      <PasswordInput
        label={t("profile.password.current")}
        autoComplete="current-password"
        {...form.text("currentPassword")}
      />
      <div className="flex flex-col gap-2.5">
        <PasswordInput
          label={t("profile.password.new")}
          autoComplete="new-password"
          describedBy={rulesId}
          {...form.text("newPassword")}
        />
        <PasswordRules id={rulesId} password={form.values.newPassword} rules={passwordRules} />
      </div>
      <PasswordInput
        label={t("profile.password.confirm")}
        autoComplete="new-password"
        {...form.text("confirmPassword")}
      />
      <div>
        <Button type="submit" pending={update.isPending}>
          {t("profile.password.submit")}
        </Button>
      </div>
    </form>
  );
}
