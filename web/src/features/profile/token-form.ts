import type { AccessTokenForm, Role, Scope } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { ACCESS_TOKEN_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";

/** Every scope, in the order of the form. */
export const SCOPES = [
  "catalogue:read",
  "catalogue:write",
  "borrowings:read",
  "borrowings:write",
  "reading:write",
  "people:read",
  "people:write",
  "reports:read",
] as const satisfies readonly Scope[];

/** Each scope in words, for administrators. */
const SCOPE_TEXTS = {
  "catalogue:read": "profile.tokens.scope.catalogueRead",
  "catalogue:write": "profile.tokens.scope.catalogueWrite",
  "borrowings:read": "profile.tokens.scope.borrowingsRead",
  "borrowings:write": "profile.tokens.scope.borrowingsWrite",
  "reading:write": "profile.tokens.scope.readingWrite",
  "people:read": "profile.tokens.scope.peopleRead",
  "people:write": "profile.tokens.scope.peopleWrite",
  "reports:read": "profile.tokens.scope.reportsRead",
} as const satisfies Record<Scope, TextKey>;

/** The scopes for students; the others are for administrators. */
const OF_STUDENTS: ReadonlySet<Scope> = new Set([
  "catalogue:read",
  "borrowings:read",
  "borrowings:write",
  "reading:write",
]);

/** The scopes that allow a student less than an administrator. */
const STUDENT_TEXTS: Partial<Record<Scope, TextKey>> = {
  "borrowings:read": "profile.tokens.scope.ownBorrowings",
  "borrowings:write": "profile.tokens.scope.borrow",
};

/** What a scope allows a person with this role, in words. */
export function scopeText(scope: Scope, role: Role): TextKey {
  return (role === "admin" ? undefined : STUDENT_TEXTS[scope]) ?? SCOPE_TEXTS[scope];
}

/** The scopes that mean something to a person with this role. */
export function scopesFor(role: Role): readonly Scope[] {
  return role === "admin" ? SCOPES : SCOPES.filter((scope) => OF_STUDENTS.has(scope));
}

/** The possible lifetimes of a token in days. */
export const LIVES = ["7", "30", "90", "365"] as const;

export interface TokenValues {
  name: string;
  scopes: readonly Scope[];
  days: (typeof LIVES)[number];
}

export const NO_TOKEN: TokenValues = { name: "", scopes: [], days: "90" };

/** What is wrong with each field. */
export function checkToken({ name, scopes }: TokenValues): Problems<TokenValues> {
  const length = [...name.trim()].length;
  return {
    name:
      length === 0
        ? "profile.tokens.nameRequired"
        : length > ACCESS_TOKEN_FORM.name.max
          ? "profile.tokens.nameTooLong"
          : undefined,
    scopes: scopes.length === 0 ? "profile.tokens.scopesRequired" : undefined,
  };
}

/** The form as the server takes it. */
export function tokenForm({ name, scopes, days }: TokenValues): AccessTokenForm {
  return { name: name.trim(), scopes: [...scopes], expiresInDays: Number(days) };
}
