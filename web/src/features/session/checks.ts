import type { Registration, Shape } from "@/api/shapes.ts";
import { LANGUAGES } from "@/lib/i18n/languages.ts";
import type { Problems } from "@/lib/use-form.ts";
import {
  addressRule,
  confirmRule,
  emailRule,
  loginPasswordRule,
  nameRule,
  newPasswordRule,
  type PasswordRules,
  phoneRule,
  termsRule,
} from "@/lib/validation.ts";

/** The values of the login form. */
export interface LoginForm {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** The values of the form for a new password. */
export interface ResetForm {
  password: string;
  confirmPassword: string;
}

/** The values of the registration form. */
export interface RegistrationForm {
  name: string;
  email: string;
  phone: string;
  address: string;
  password: string;
  confirmPassword: string;
  agreeTerms: boolean;
}

export const EMPTY_REGISTRATION: RegistrationForm = {
  name: "",
  email: "",
  phone: "",
  address: "",
  password: "",
  confirmPassword: "",
  agreeTerms: false,
};

/** Checks the login form (specification, section 5). */
export function checkCredentials(values: LoginForm): Problems<LoginForm> {
  return { email: emailRule(values.email), password: loginPasswordRule(values.password) };
}

/** Checks the new password as at registration. */
export function checkReset(rules: PasswordRules, values: ResetForm): Problems<ResetForm> {
  return {
    password: newPasswordRule(rules)(values.password),
    confirmPassword: confirmRule(values.password)(values.confirmPassword),
  };
}

/** Checks the registration form (specification, section 5). */
export function checkRegistration(
  rules: PasswordRules,
  values: RegistrationForm,
): Problems<RegistrationForm> {
  return {
    name: nameRule(values.name),
    email: emailRule(values.email),
    phone: phoneRule(values.phone),
    address: addressRule(values.address),
    password: newPasswordRule(rules)(values.password),
    confirmPassword: confirmRule(values.password)(values.confirmPassword),
    agreeTerms: termsRule(values.agreeTerms),
  };
}

/** The request body: trimmed texts without empty fields, and the language of the page, which mails use. */
export function toRegistration(values: RegistrationForm, language: string): Registration {
  return {
    ...values,
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() || undefined,
    address: values.address.trim() || undefined,
    // The form can be sent only if the box is ticked.
    agreeTerms: values.agreeTerms as true,
    ...(isOffered(language) ? { language } : {}),
  };
}

/** False for the pseudo-language, which only tests use. */
function isOffered(code: string): code is Shape<"LanguageCode"> {
  return LANGUAGES.some((language) => language.code === code && language.isComplete);
}
