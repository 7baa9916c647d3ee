import type { Rule } from "./validation.ts";

/** A recovery code, as the server reads it: 25 letters and digits; spaces, hyphens and case don't matter. */
export const recoveryCodeRule: Rule = (value) => {
  const code = value.replace(/[\s-]/g, "");
  if (code === "") return "accounts.second.recoveryCodeRequired";
  return RECOVERY_CODE.test(code) ? undefined : "accounts.second.recoveryCodeInvalid";
};

const RECOVERY_CODE = /^[0-9a-tv-z]{25}$/i;

/** A code of an authenticator app, or a recovery code in its place. */
export const appCodeRule: Rule = (value) => {
  const code = value.replace(/\s/g, "");
  if (code === "") return "accounts.second.codeRequired";
  return /^[0-9]{6}$/.test(code) || recoveryCodeRule(value) === undefined
    ? undefined
    : "accounts.second.codeInvalid";
};
