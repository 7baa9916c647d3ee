import type { DetailsChange, User } from "@/api/shapes.ts";
import type { Problems } from "@/lib/use-form.ts";
import { addressRule, emailRule, nameRule, phoneRule } from "@/lib/validation.ts";
import { currentPasswordRule } from "./password-checks.ts";

/** The details that members change themselves; an empty text means no value. */
export interface ProfileForm {
  name: string;
  email: string;
  /** Required when the email address changes. */
  currentPassword: string;
  phone: string;
  address: string;
  collegeName: string;
  department: string;
  currentSemester: string;
  currentSemesterCategory: string;
  /** A code of BCP 47. */
  language: string;
}

const OPTIONAL = [
  "phone",
  "address",
  "collegeName",
  "department",
  "currentSemester",
  "currentSemesterCategory",
] as const satisfies readonly (keyof ProfileForm)[];

export function formOf(user: User): ProfileForm {
  return {
    name: user.name,
    email: user.email,
    currentPassword: "",
    phone: user.phone ?? "",
    address: user.address ?? "",
    collegeName: user.collegeName ?? "",
    department: user.department ?? "",
    currentSemester: user.currentSemester ?? "",
    currentSemesterCategory: user.currentSemesterCategory ?? "",
    language: user.language ?? "",
  };
}

/** Whether the form has a new email address. */
export function hasNewEmail(user: User, form: ProfileForm): boolean {
  return form.email.trim() !== user.email;
}

/** Section 5 of the specification; the server checks the rest. */
export function checkProfile(user: User, form: ProfileForm): Problems<ProfileForm> {
  return {
    currentPassword: hasNewEmail(user, form)
      ? currentPasswordRule(form.currentPassword)
      : undefined,
    name: nameRule(form.name),
    email: emailRule(form.email),
    phone: phoneRule(form.phone),
    address: addressRule(form.address),
  };
}

/** The fields that differ from the stored ones; emptied fields are cleared. */
export function changesOf(user: User, form: ProfileForm): DetailsChange {
  const changes: DetailsChange = {};
  const name = form.name.trim();
  const email = form.email.trim();
  if (name !== user.name) changes.name = name;
  if (hasNewEmail(user, form)) {
    changes.email = email;
    changes.currentPassword = form.currentPassword;
  }
  for (const field of OPTIONAL) {
    const value = form[field].trim() || null;
    if (value !== user[field]) changes[field] = value;
  }
  const language = (form.language || null) as User["language"];
  if (language !== user.language) changes.language = language;
  return changes;
}
