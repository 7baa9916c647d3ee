import type { ApiError, FieldError } from "@/api/errors.ts";
import { roleCodeOf } from "@/api/permissions.ts";
import type { User } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { NEW_USER_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";
import { addressRule, emailRule, nameRule, phoneRule } from "@/lib/validation.ts";
import type { NewUser, UserChange } from "./queries.ts";

/** The values of the form of a person; an empty text means no value. */
export interface PersonValues {
  name: string;
  email: string;
  /** The code of the role. */
  role: string;
  patronCategory: string;
  studentId: string;
  collegeName: string;
  department: string;
  currentSemester: string;
  currentSemesterCategory: string;
  class: string;
  homeroom: string;
  phone: string;
  address: string;
  /** A code of BCP 47. */
  language: string;
}

/** The optional fields of one line, each with its maximum length and the error for longer texts. */
const LINES = {
  studentId: [NEW_USER_FORM.studentId.max, "admin.users.validation.studentIdLong"],
  collegeName: [NEW_USER_FORM.collegeName.max, "admin.users.validation.collegeLong"],
  department: [NEW_USER_FORM.department.max, "admin.users.validation.departmentLong"],
  currentSemester: [NEW_USER_FORM.currentSemester.max, "admin.users.validation.semesterLong"],
  currentSemesterCategory: [
    NEW_USER_FORM.currentSemesterCategory.max,
    "admin.users.validation.categoryLong",
  ],
  class: [NEW_USER_FORM.class.max, "admin.users.validation.classLong"],
  homeroom: [NEW_USER_FORM.homeroom.max, "admin.users.validation.homeroomLong"],
} as const satisfies Partial<Record<keyof PersonValues, readonly [number, TextKey]>>;

const OPTIONAL = [
  "patronCategory",
  "studentId",
  "collegeName",
  "department",
  "currentSemester",
  "currentSemesterCategory",
  "class",
  "homeroom",
  "phone",
  "address",
] as const;

/** The values of an empty form. */
export const NOBODY: PersonValues = {
  name: "",
  email: "",
  role: "student",
  patronCategory: "",
  studentId: "",
  collegeName: "",
  department: "",
  currentSemester: "",
  currentSemesterCategory: "",
  class: "",
  homeroom: "",
  phone: "",
  address: "",
  language: "",
};

/** The request body of a new account; empty values are left out. */
export function newPerson(values: PersonValues): NewUser {
  const typed = OPTIONAL.map((field) => [field, values[field].trim()] as const);
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    ...(values.role === "student" ? { role: "student" } : roleChange(values.role)),
    ...Object.fromEntries(typed.filter(([, text]) => text !== "")),
    ...(values.language === "" ? {} : { language: languageOf(values) }),
  };
}

/** The chosen language; null for none. */
function languageOf({ language }: PersonValues): User["language"] {
  return (language || null) as User["language"];
}

/** The request fields that give a person the role with this code. */
function roleChange(
  code: string,
): { role: "admin" } | { staffRole: string | null; role: "student" } {
  if (code === "admin") return { role: "admin" };
  return { role: "student", staffRole: code === "student" ? null : code };
}

export function valuesOf(user: User): PersonValues {
  return {
    name: user.name,
    email: user.email,
    role: roleCodeOf(user),
    patronCategory: user.patronCategory ?? "",
    studentId: user.studentId ?? "",
    collegeName: user.collegeName ?? "",
    department: user.department ?? "",
    currentSemester: user.currentSemester ?? "",
    currentSemesterCategory: user.currentSemesterCategory ?? "",
    class: user.class ?? "",
    homeroom: user.homeroom ?? "",
    phone: user.phone ?? "",
    address: user.address ?? "",
    language: user.language ?? "",
  };
}

/** Checks all fields as the server will; lengths count characters. */
export function personProblems(values: PersonValues): Problems<PersonValues> {
  const problems: Problems<PersonValues> = {
    name: nameRule(values.name),
    email: emailRule(values.email),
    phone: phoneRule(values.phone),
    address: addressRule(values.address),
  };
  for (const [field, [most, words]] of entriesOf(LINES)) {
    if ([...values[field].trim()].length > most) problems[field] = words;
  }
  return problems;
}

/** The fields that differ from the stored ones; emptied fields are cleared. */
export function personChange(user: User, values: PersonValues): UserChange {
  const before = valuesOf(user);
  const change: UserChange = {};
  if (values.name.trim() !== before.name) change.name = values.name.trim();
  if (values.email.trim() !== before.email) change.email = values.email.trim();
  if (values.role !== before.role) Object.assign(change, roleChange(values.role));
  for (const field of OPTIONAL) {
    const text = values[field].trim();
    if (text !== before[field]) change[field] = text === "" ? null : text;
  }
  if (values.language !== before.language) change.language = languageOf(values);
  return change;
}

function entriesOf<O extends object>(object: O): [keyof O, O[keyof O]][] {
  return Object.entries(object) as [keyof O, O[keyof O]][];
}

/** The fields that a refusal concerns, by its code. */
const FIELD_OF_CODE = new Map<string, keyof PersonValues>([
  ["email_taken", "email"],
  ["student_id_taken", "studentId"],
  ["last_administrator", "role"],
]);

/** Field names of the server that differ from those of the form. */
const FIELD_OF_ERROR = new Map<string, keyof PersonValues>([["staffRole", "role"]]);

/** The errors of a refusal by field; empty when it concerns no field. */
export function refusalsOf({
  code,
  message,
  errors,
}: Pick<ApiError, "code" | "message" | "errors">): readonly FieldError[] {
  const field = FIELD_OF_CODE.get(code);
  if (field) return [{ field, message }];
  return errors.map((error) => ({
    ...error,
    field: FIELD_OF_ERROR.get(error.field) ?? error.field,
  }));
}

/** The values that the next new person of a list usually shares with this one. */
export function sharedBy(values: PersonValues): Partial<PersonValues> {
  const { role, patronCategory, collegeName, department } = values;
  const { currentSemester, currentSemesterCategory, homeroom } = values;
  return {
    role,
    patronCategory,
    collegeName,
    department,
    currentSemester,
    currentSemesterCategory,
    class: values.class,
    homeroom,
  };
}
