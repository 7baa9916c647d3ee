import type { DetailsChange, User } from "@/api/shapes.ts";
import type { Problems } from "@/lib/use-form.ts";
import { addressRule, emailRule, nameRule, phoneRule } from "@/lib/validation.ts";

/** The details that members change themselves; an empty text is none. */
export interface ProfileForm {
  name: string;
  email: string;
  phone: string;
  address: string;
  collegeName: string;
  department: string;
  currentSemester: string;
  currentSemesterCategory: string;
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
    phone: user.phone ?? "",
    address: user.address ?? "",
    collegeName: user.collegeName ?? "",
    department: user.department ?? "",
    currentSemester: user.currentSemester ?? "",
    currentSemesterCategory: user.currentSemesterCategory ?? "",
  };
}

/** Section 5 of the specification; the server checks the rest. */
export function checkProfile(form: ProfileForm): Problems<ProfileForm> {
  return {
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
  if (email !== user.email) changes.email = email;
  for (const field of OPTIONAL) {
    const value = form[field].trim() || null;
    if (value !== user[field]) changes[field] = value;
  }
  return changes;
}
