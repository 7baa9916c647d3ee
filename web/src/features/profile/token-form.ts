import { SCOPE_TEXTS } from "@/api/permission-words.ts";
import { may } from "@/api/permissions.ts";
import type { AccessTokenForm, Permission, Scope, SignedInUser } from "@/api/shapes.ts";
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

/** The permissions of each scope. A person without any of them cannot use it. */
const NEEDS: Record<Scope, readonly Permission[]> = {
  "catalogue:read": ["read_catalogue"],
  "catalogue:write": ["manage_catalogue", "moderate_reviews"],
  "borrowings:read": ["read_own_borrowings"],
  "borrowings:write": ["borrow"],
  "reading:write": ["keep_favorites"],
  "people:read": ["read_users"],
  "people:write": ["manage_users"],
  "reports:read": ["read_statistics"],
};

/** The scopes that allow less without a permission: that permission, and the text for people without it. */
const LESS: Partial<Record<Scope, readonly [Permission, TextKey]>> = {
  "borrowings:read": ["read_any_borrowing", "profile.tokens.scope.ownBorrowings"],
  "borrowings:write": ["return_any_borrowing", "profile.tokens.scope.borrow"],
};

type Owner = Pick<SignedInUser, "permissions">;

/** What a scope allows a person, in words. */
export function scopeText(scope: Scope, owner: Owner): TextKey {
  const [permission, less] = LESS[scope] ?? [];
  return permission && less && !may(owner, permission) ? less : SCOPE_TEXTS[scope];
}

/** The scopes that a person can use. */
export function scopesFor(owner: Owner): readonly Scope[] {
  return SCOPES.filter((scope) => NEEDS[scope].some((permission) => may(owner, permission)));
}

/** The possible lifetimes of a token in days. */
export const LIVES = ["7", "30", "90", "365"] as const;

export interface TokenValues {
  name: string;
  scopes: readonly Scope[];
  days: (typeof LIVES)[number];
}

export const NO_TOKEN: TokenValues = { name: "", scopes: [], days: "90" };

/** The error of each field. */
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

/** The request body of the form. */
export function tokenForm({ name, scopes, days }: TokenValues): AccessTokenForm {
  return { name: name.trim(), scopes: [...scopes], expiresInDays: Number(days) };
}
