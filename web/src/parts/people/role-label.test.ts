import { expect, it } from "vitest";
import type { Translate } from "@/lib/i18n/index.ts";
import { roleLabel } from "./role-label.ts";

/** Returns the key of a text instead of the text. */
const keys = ((key: string) => key) as Translate;

it.each([
  ["librarian", "Librarian", "profile.role.librarian"],
  ["admin", "Administrator", "profile.role.admin"],
  ["librarian", "Head of the reading room", "Head of the reading room"],
  // A role that the library added.
  ["teacher-2", "Teacher", "Teacher"],
])("shows the role %s named %s as %s", (code, name, shown) => {
  expect(roleLabel({ code, name }, keys)).toBe(shown);
});
