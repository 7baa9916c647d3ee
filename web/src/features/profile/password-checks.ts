import type { Problems } from "@/lib/use-form.ts";
import {
  confirmRule,
  currentPasswordRule,
  newPasswordRule,
  type PasswordRules,
} from "@/lib/validation.ts";

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
