import type { TextKey } from "@/lib/i18n/index.ts";
import type { Permission, PermissionGroup, Scope } from "./shapes.ts";

/** The permissions that every role has; the screen names them in one sentence. */
type MemberPermission =
  | "read_catalogue"
  | "borrow"
  | "read_own_record"
  | "read_own_borrowings"
  | "manage_own_account"
  | "confirm_identity"
  | "read_own_second_factors"
  | "manage_own_second_factors"
  | "make_access_tokens"
  | "export_own_data"
  | "keep_favorites"
  | "rate_books";

/** A permission that a role may lack. */
export type StaffPermission = Exclude<Permission, MemberPermission>;

/** Each permission of staff in words. */
export const PERMISSION_TEXTS = {
  check_out: "settings.roles.permission.checkOut",
  override_refusals: "settings.roles.permission.overrideRefusals",
  return_any_borrowing: "settings.roles.permission.returnAnyBorrowing",
  backdate_returns: "settings.roles.permission.backdateReturns",
  record_payment: "settings.roles.permission.recordPayment",
  waive_charges: "settings.roles.permission.waiveCharges",
  add_charges: "settings.roles.permission.addCharges",
  read_any_borrowing: "settings.roles.permission.readAnyBorrowing",
  read_any_history: "settings.roles.permission.readAnyHistory",
  export_borrowings: "settings.roles.permission.exportBorrowings",
  read_users: "settings.roles.permission.readUsers",
  manage_users: "settings.roles.permission.manageUsers",
  make_password_links: "settings.roles.permission.makePasswordLinks",
  remove_second_factors: "settings.roles.permission.removeSecondFactors",
  erase_users: "settings.roles.permission.eraseUsers",
  manage_staff: "settings.roles.permission.manageStaff",
  read_inventory: "settings.roles.permission.readInventory",
  manage_catalogue: "settings.roles.permission.manageCatalogue",
  moderate_reviews: "settings.roles.permission.moderateReviews",
  read_statistics: "settings.roles.permission.readStatistics",
  read_audit: "settings.roles.permission.readAudit",
  export_audit: "settings.roles.permission.exportAudit",
  manage_settings: "settings.roles.permission.manageSettings",
  manage_mail_server: "settings.roles.permission.manageMailServer",
  manage_webhooks: "settings.roles.permission.manageWebhooks",
  manage_security: "settings.roles.permission.manageSecurity",
  manage_roles: "settings.roles.permission.manageRoles",
} as const satisfies Record<StaffPermission, TextKey>;

/** Each group of permissions of staff in words. */
export const GROUP_TEXTS = {
  desk: "settings.roles.group.desk",
  borrowings: "settings.roles.group.borrowings",
  people: "settings.roles.group.people",
  catalogue: "settings.roles.group.catalogue",
  reports: "settings.roles.group.reports",
  settings: "settings.roles.group.settings",
} as const satisfies Record<Exclude<PermissionGroup, "member">, TextKey>;

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
