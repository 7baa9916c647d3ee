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

/** The current password. Only the server can check it, so its length does not matter here. */
export const currentPasswordRule: Rule = (value) =>
  value === "" ? "profile.password.currentRequired" : undefined;

/** The current password is required; the new one is validated as at registration. */
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
