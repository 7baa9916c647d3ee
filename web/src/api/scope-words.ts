import type { TextKey } from "@/lib/i18n/index.ts";
import type { Scope } from "./shapes.ts";

/** Each scope of an access token in words, for staff. */
export const SCOPE_TEXTS = {
  "catalogue:read": "profile.tokens.scope.catalogueRead",
  "catalogue:write": "profile.tokens.scope.catalogueWrite",
  "borrowings:read": "profile.tokens.scope.borrowingsRead",
  "borrowings:write": "profile.tokens.scope.borrowingsWrite",
  "reading:write": "profile.tokens.scope.readingWrite",
  "people:read": "profile.tokens.scope.peopleRead",
  "people:write": "profile.tokens.scope.peopleWrite",
  "reports:read": "profile.tokens.scope.reportsRead",
} as const satisfies Record<Scope, TextKey>;
