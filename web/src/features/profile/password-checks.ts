import type { Problems } from "@/lib/use-form.ts";
import { confirmRule, newPasswordRule, type PasswordRules, type Rule } from "@/lib/validation.ts";

export interface PasswordFields {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export const NO_PASSWORDS: PasswordFields = {
  currentPassword: "",
  newPassword: "",
  confirmPassword: "",
};

/** The password of the account. Only the server can tell whether it is right, however short it is. */
export const currentPasswordRule: Rule = (value) =>
  value === "" ? "profile.password.currentRequired" : undefined;

/** The current password must be there, the new one is validated as at registration. */
export function checkPasswords(
  rules: PasswordRules,
  fields: PasswordFields,
): Problems<PasswordFields> {
  return {
    currentPassword: currentPasswordRule(fields.currentPassword),
    newPassword: newPasswordRule(rules)(fields.newPassword),
    confirmPassword: confirmRule(fields.newPassword)(fields.confirmPassword),
  };
}
