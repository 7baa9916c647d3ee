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

/** The login form as it is filled in. */
export interface LoginForm {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** A new password by a link, as it is filled in. */
export interface ResetForm {
  password: string;
  confirmPassword: string;
}

/** The registration form as it is filled in. */
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

/** Section 5 of the specification for the login form. */
export function checkCredentials(values: LoginForm): Problems<LoginForm> {
  return { email: emailRule(values.email), password: loginPasswordRule(values.password) };
}

/** The new password is checked as at registration. */
export function checkReset(rules: PasswordRules, values: ResetForm): Problems<ResetForm> {
  return {
    password: newPasswordRule(rules)(values.password),
    confirmPassword: confirmRule(values.password)(values.confirmPassword),
  };
}

/** Section 5 of the specification for the registration form. */
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

/** The request body: trimmed texts, without empty fields, and the language of the page, for mails. */
export function toRegistration(values: RegistrationForm, language: string): Registration {
  return {
    ...values,
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() || undefined,
    address: values.address.trim() || undefined,
    // The form is sent only with the box ticked.
    agreeTerms: values.agreeTerms as true,
    ...(isOffered(language) ? { language } : {}),
  };
}

/** False for the pseudo-language, which only tests show. */
function isOffered(code: string): code is Shape<"LanguageCode"> {
  return LANGUAGES.some((language) => language.code === code && language.isComplete);
}
