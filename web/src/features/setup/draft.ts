import type { SetupForm } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { ENGLISH, LANGUAGES } from "@/lib/i18n/languages.ts";
import { SETUP_FORM } from "@/lib/limits.ts";
import { isTimeZone } from "@/lib/time-zones.ts";
import type { Problems } from "@/lib/use-form.ts";
import {
  confirmRule,
  emailRule,
  nameRule,
  newPasswordRule,
  PASSPHRASE_LENGTH,
  type PasswordRules,
} from "@/lib/validation.ts";
import type { Weekday } from "@/lib/weekdays.ts";

/**
 * The steps with fields, in order. The last one has the password and sends all values, so that a refused password is
 * shown beside its field.
 */
export const FORM_STEPS = ["library", "opening", "administrator"] as const;

export type FormStep = (typeof FORM_STEPS)[number];

/** The steps of the set-up, in order; the last one is shown after it. */
export const STEPS = [...FORM_STEPS, "books"] as const;

/** The figures that the home page can show. */
export const HOME_FIGURES = ["live", "none", "samples"] as const;

type HomeFigures = (typeof HOME_FIGURES)[number];

/** The values of all steps. */
export interface Draft {
  libraryName: string;
  timeZone: string;
  currency: string;
  language: string;
  homeFigures: HomeFigures;
  closedWeekdays: readonly Weekday[];
  leastPasswordLength: number | null;
  passphrases: boolean;
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
}

/** The step of each field. */
const STEP_OF: Record<keyof Draft, FormStep> = {
  libraryName: "library",
  timeZone: "library",
  currency: "library",
  language: "library",
  homeFigures: "library",
  closedWeekdays: "opening",
  leastPasswordLength: "administrator",
  passphrases: "administrator",
  name: "administrator",
  email: "administrator",
  password: "administrator",
  confirmPassword: "administrator",
};

/** The step of a field that the server rejected; undefined when it is not a field. */
export function stepOf(field: string): FormStep | undefined {
  return field in STEP_OF ? STEP_OF[field as keyof Draft] : undefined;
}

/** The initial values, with the time zone and the language of the browser. */
export function freshDraft(): Draft {
  return {
    libraryName: "",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: "USD",
    language: languageOf(navigator.language),
    homeFigures: "live",
    closedWeekdays: ["saturday", "sunday"],
    leastPasswordLength: PROPOSED_LENGTH,
    passphrases: true,
    name: "",
    email: "",
    password: "",
    confirmPassword: "",
  };
}

/** The supported language that matches the browser's, such as `de-AT`; otherwise English. */
function languageOf(tag: string): string {
  const base = tag.split("-", 1)[0]?.toLowerCase();
  return (LANGUAGES.find(({ code }) => code === base) ?? ENGLISH).code;
}

/** Validates the fields of one step. */
export function problemsOf(step: FormStep, draft: Draft): Problems<Draft> {
  switch (step) {
    case "library":
      return {
        libraryName: draft.libraryName.trim() === "" ? "setup.library.nameRequired" : undefined,
        timeZone: zoneRule(draft.timeZone.trim()),
      };
    case "opening":
      return {
        closedWeekdays: draft.closedWeekdays.length === 7 ? "setup.opening.never" : undefined,
      };
    case "administrator":
      return {
        name: nameRule(draft.name),
        email: emailRule(draft.email),
        leastPasswordLength: isLength(draft.leastPasswordLength)
          ? undefined
          : { key: "setup.administrator.badLength", values: LENGTH },
        password: newPasswordRule(rulesOf(draft))(draft.password),
        confirmPassword: confirmRule(draft.password)(draft.confirmPassword),
      };
  }
}

/** NIST SP 800-63B requires at least 8 characters, the specification 6. */
const PROPOSED_LENGTH = 8;
const LENGTH = SETUP_FORM.leastPasswordLength;

function isLength(value: number | null): value is number {
  return value !== null && Number.isInteger(value) && value >= LENGTH.min && value <= LENGTH.max;
}

/** The password rules in the draft, which also apply to the administrator's password. */
export function rulesOf({ leastPasswordLength, passphrases }: Draft): PasswordRules {
  return {
    leastLength: isLength(leastPasswordLength) ? leastPasswordLength : LENGTH.min,
    passphraseLength: passphrases ? PASSPHRASE_LENGTH : null,
  };
}

function zoneRule(zone: string): TextKey | undefined {
  if (zone === "") return "setup.library.zoneRequired";
  return isTimeZone(zone) ? undefined : "setup.library.zoneUnknown";
}

/** The request body of the set-up. */
export function toSetup(token: string, draft: Draft): SetupForm {
  const currency = draft.currency as SetupForm["currency"];
  const language = draft.language as NonNullable<SetupForm["language"]>;
  return {
    ...draft,
    token,
    currency,
    language,
    leastPasswordLength: draft.leastPasswordLength ?? undefined,
    timeZone: draft.timeZone.trim(),
    closedWeekdays: [...draft.closedWeekdays],
  };
}

const KEY = "setup-draft";

/** Stores the draft, so that it survives a reload; passwords are never stored. */
export function storeDraft(draft: Draft): void {
  const { password: _password, confirmPassword: _confirmation, ...kept } = draft;
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** The stored draft, merged into the initial values. */
export function storedDraft(): Draft {
  const fresh = freshDraft();
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return fresh;
    return { ...fresh, ...kept };
  } catch {
    return fresh;
  }
}
