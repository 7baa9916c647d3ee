import { useId } from "react";
import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { PasswordRules } from "@/ui/password-rules.tsx";
import { checkPasswords, NO_PASSWORDS } from "./password-checks.ts";
import { useUpdatePassword } from "./queries.ts";

/** Changes the password. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const rulesId = useId();
  const update = useUpdatePassword();
  const { passwordRules } = useLibrary();
  const { form, action } = useFormAction({
    initial: NO_PASSWORDS,
    check: (values) => checkPasswords(passwordRules, values),
    save: ({ currentPassword, newPassword }) =>
      update.mutateAsync({ currentPassword, newPassword }),
    done: () => {
      form.reset(NO_PASSWORDS);
      return t("profile.password.success");
    },
    failed: t("profile.password.failed"),
    shows: "ownToast",
  });

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
        <Button type="submit" pending={action.pending}>
          {t("profile.password.submit")}
        </Button>
      </div>
    </form>
  );
}
