import { REGISTRATION_FORM } from "@/lib/registration-limits.ts";
import type { Problem } from "@/lib/use-form.ts";

/**
 * Section 5 of the specification. Each rule returns the error, or undefined for a valid value. The server checks the
 * same rules again; lengths count characters, not UTF-16 units.
 */
export type Rule<V = string> = (value: V) => Problem | undefined;

/** Unicode scalar values, as the server counts. */
function length(text: string): number {
  return [...text].length;
}

const EMAIL = new RegExp(REGISTRATION_FORM.email.pattern, "u");
const PHONE = new RegExp(REGISTRATION_FORM.phone.pattern, "u");

export const NAME_MIN = REGISTRATION_FORM.name.min;
export const NAME_MAX = REGISTRATION_FORM.name.max;
export const ADDRESS_MAX = REGISTRATION_FORM.address.max;
export const PASSWORD_MIN = REGISTRATION_FORM.password.min;
/** From this length on, a library may allow passphrases; see `passwordRules` of the library. */
export const PASSPHRASE_LENGTH = 15;

export const emailRule: Rule = (value) => {
  const email = value.trim();
  if (email === "") return "auth.validation.emailRequired";
  return EMAIL.test(email) ? undefined : "auth.validation.emailInvalid";
};

/** The password of a login: rejects only values that cannot be right. */
export const loginPasswordRule: Rule = (value) => {
  if (value === "") return "auth.validation.passwordRequired";
  return length(value) < PASSWORD_MIN ? tooShort(PASSWORD_MIN) : undefined;
};

function tooShort(least: number): Problem {
  return { key: "auth.validation.passwordShort", values: { least } };
}

/** The library's rules for new passwords, as far as the browser can check them. */
export interface PasswordRules {
  leastLength: number;
  /** From this length on, the classes of characters are not required; null if they always are. */
  passphraseLength: number | null;
}

/** The parts of a new password, for the checklist beside the field. */
export function passwordParts(value: string, { leastLength, passphraseLength }: PasswordRules) {
  return {
    length: length(value) >= leastLength,
    upper: /\p{Uppercase}/u.test(value),
    lower: /\p{Lowercase}/u.test(value),
    digit: /[0-9]/.test(value),
    passphrase: passphraseLength !== null && length(value) >= passphraseLength,
  };
}

/**
 * A new password by the library's rules. The server also refuses common passwords and those that contain the person's
 * own data.
 */
export function newPasswordRule(rules: PasswordRules): Rule {
  return (value) => {
    if (value === "") return "auth.validation.passwordRequired";
    const { length: isLong, upper, lower, digit, passphrase } = passwordParts(value, rules);
    if (!isLong) return tooShort(rules.leastLength);
    return passphrase || (upper && lower && digit) ? undefined : "auth.validation.passwordWeak";
  };
}

/** The confirmation of a password. */
export function confirmRule(password: string): Rule {
  return (value) => {
    if (value === "") return "auth.validation.confirmRequired";
    return value === password ? undefined : "auth.validation.confirmDiffers";
  };
}

export const nameRule: Rule = (value) => {
  const name = value.trim();
  if (name === "") return "auth.validation.nameRequired";
  if (length(name) < NAME_MIN) return "auth.validation.nameShort";
  return length(name) > NAME_MAX ? "auth.validation.nameLong" : undefined;
};

/** Optional; an optional plus, a digit from 1 to 9, then up to 15 more digits. */
export const phoneRule: Rule = (value) => {
  const phone = value.trim();
  return phone === "" || PHONE.test(phone) ? undefined : "auth.validation.phoneInvalid";
};

export const addressRule: Rule = (value) =>
  length(value.trim()) > ADDRESS_MAX ? "auth.validation.addressLong" : undefined;

export const termsRule: Rule<boolean> = (agreed) =>
  agreed ? undefined : "auth.validation.termsRequired";
