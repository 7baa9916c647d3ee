import { describe, expect, it } from "vitest";
import { english, loadAccountTexts } from "@/lib/i18n/index.ts";
import type { Problem } from "@/lib/use-form.ts";
import { appCodeRule, recoveryCodeRule } from "./second-step-codes.ts";
import {
  addressRule,
  confirmRule,
  emailRule,
  loginPasswordRule,
  nameRule,
  newPasswordRule,
  passwordParts,
  phoneRule,
  type Rule,
  termsRule,
} from "./validation.ts";

await loadAccountTexts();

const GOOD = "";
const RECOVERY_CODE = "0a1b2-c3d4e-f5g6h-7j8k9-mnpqr";
const SPECIFIED = { leastLength: 6, passphraseLength: null };

/** Section 5 of the specification: a value, and its exact message. */
const TABLE: [name: string, rule: Rule, rows: [value: string, message: string][]][] = [
  [
    "email",
    emailRule,
    [
      ["", "Email is required"],
      ["   ", "Email is required"],
      ["reader", "Invalid email address"],
      ["reader@", "Invalid email address"],
      ["@library.example", "Invalid email address"],
      ["reader@library", "Invalid email address"],
      ["reader@@library.example", "Invalid email address"],
      ["reader@library..example", "Invalid email address"],
      ["rea der@library.example", "Invalid email address"],
      [".reader@library.example", "Invalid email address"],
      ["reader@-library.example", "Invalid email address"],
      ["reader@library.example", GOOD],
      ["  reader@library.example ", GOOD],
      ["r.e+a_d%er-1@sub.library.co", GOOD],
      ["лев@пример.рф", GOOD],
    ],
  ],
  [
    "login password",
    loginPasswordRule,
    [
      ["", "Password is required"],
      ["12345", "Password must be at least 6 characters"],
      ["123456", GOOD],
      ["😀😀😀", "Password must be at least 6 characters"],
      ["😀😀😀😀😀😀", GOOD],
      ["      ", GOOD],
    ],
  ],
  [
    "code of an app",
    appCodeRule,
    [
      [" ", "Enter the 6-digit code from your app"],
      ["12345", "Enter the current 6-digit code from your app, digits only"],
      ["12a456", "Enter the current 6-digit code from your app, digits only"],
      ["123 456", GOOD],
      [RECOVERY_CODE, GOOD],
    ],
  ],
  [
    "recovery code",
    recoveryCodeRule,
    [
      ["", "Enter one of your recovery codes"],
      ["123456", "Recovery codes have 25 letters and digits. Enter the code as you saved it"],
      [
        `${RECOVERY_CODE}u`,
        "Recovery codes have 25 letters and digits. Enter the code as you saved it",
      ],
      [RECOVERY_CODE, GOOD],
      [RECOVERY_CODE.toUpperCase().replaceAll("-", " "), GOOD],
    ],
  ],
  [
    "new password",
    newPasswordRule(SPECIFIED),
    [
      ["", "Password is required"],
      ["Ab1", "Password must be at least 6 characters"],
      ["reading1", WEAK()],
      ["READING1", WEAK()],
      ["Readings", WEAK()],
      ["123456", WEAK()],
      ["Reading1", GOOD],
      ["Ωραίο5", GOOD],
    ],
  ],
  [
    "confirmation of Reading1",
    confirmRule("Reading1"),
    [
      ["", "Please confirm your password"],
      ["reading1", "Passwords do not match"],
      ["Reading1 ", "Passwords do not match"],
      ["Reading1", GOOD],
    ],
  ],
  [
    "name",
    nameRule,
    [
      ["", "Full name is required"],
      ["  ", "Full name is required"],
      ["A", "Name must be at least 2 characters"],
      ["Li", GOOD],
      ["a".repeat(50), GOOD],
      [` ${"a".repeat(50)} `, GOOD],
      ["a".repeat(51), "Name cannot exceed 50 characters"],
      ["夏目", GOOD],
      ["😀".repeat(50), GOOD],
      ["😀".repeat(51), "Name cannot exceed 50 characters"],
    ],
  ],
  [
    "phone",
    phoneRule,
    [
      ["", GOOD],
      ["  ", GOOD],
      ["1", GOOD],
      ["+1", GOOD],
      ["+4915112345678", GOOD],
      ["1234567890123456", GOOD],
      ["12345678901234567", "Invalid phone number"],
      ["0123456", "Invalid phone number"],
      ["+0123456", "Invalid phone number"],
      ["++123456", "Invalid phone number"],
      ["123-456", "Invalid phone number"],
      ["123 456", "Invalid phone number"],
      ["+", "Invalid phone number"],
    ],
  ],
  [
    "address",
    addressRule,
    [
      ["", GOOD],
      ["1 Reading Room Lane", GOOD],
      ["a".repeat(200), GOOD],
      ["a".repeat(201), "Address cannot exceed 200 characters"],
      ["😀".repeat(200), GOOD],
    ],
  ],
];

function said(problem: Problem | undefined): string {
  if (problem === undefined) return GOOD;
  return typeof problem === "string" ? english(problem) : english(problem.key, problem.values);
}

function WEAK() {
  return "Password must contain at least one uppercase letter, one lowercase letter, and one number";
}

describe.each(TABLE)("the rule for %s", (_name, rule, rows) => {
  it.each(rows)("answers %j with %j", (value, message) => {
    expect(said(rule(value))).toBe(message);
  });
});

describe("the rule for the terms", () => {
  it("requires agreement", () => {
    expect(said(termsRule(false))).toBe("You must agree to the terms and conditions");
    expect(termsRule(true)).toBeUndefined();
  });
});

describe("newPasswordRule", () => {
  it("follows the rules of the library", () => {
    const long = newPasswordRule({ ...SPECIFIED, leastLength: 8 });
    expect(long("Readn12")).toEqual({ key: "auth.validation.passwordShort", values: { least: 8 } });
    expect(long("Readn123")).toBeUndefined();
    const passphrase = newPasswordRule({ ...SPECIFIED, passphraseLength: 15 });
    expect(passphrase("correct horses")).toBe("auth.validation.passwordWeak");
    expect(passphrase("correct horse b")).toBeUndefined();
  });
});

describe("passwordParts", () => {
  it.each([
    ["", { length: false, upper: false, lower: false, digit: false }],
    ["a", { length: false, upper: false, lower: true, digit: false }],
    ["aB", { length: false, upper: true, lower: true, digit: false }],
    ["aB3", { length: false, upper: true, lower: true, digit: true }],
    ["aB3...", { length: true, upper: true, lower: true, digit: true }],
  ])("marks the parts of %j", (password, parts) => {
    expect(passwordParts(password, SPECIFIED)).toEqual({ ...parts, passphrase: false });
  });
});
