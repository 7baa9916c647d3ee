import type { Declaration } from "./declaration.ts";
import { SETTINGS_SECTIONS } from "./settings.ts";

/** The screens below `/admin`, in the order of the Admin menu. Visitors do not fetch this file. */
export const STAFF_SCREENS = [
  {
    path: "/admin",
    file: "admin-dashboard/admin-dashboard-screen",
    access: ["read_statistics"],
    texts: ["reports"],
    menu: {
      group: "overview",
      label: "nav.adminDashboard",
      icon: "gauge",
      key: "a",
      shortcut: "shortcuts.admin",
    },
    budgetKb: 14,
  },
  {
    path: "/admin/books",
    file: "admin-books/manage-books-screen",
    access: ["read_inventory"],
    menu: {
      group: "work",
      label: "nav.manageBooks",
      icon: "bookOpen",
      key: "k",
      shortcut: "shortcuts.manageBooks",
    },
    budgetKb: 14,
    examples: [
      ["/admin/books", "administrator"],
      ["/admin/books?edit=:book", "administrator"],
      ["/admin/books?edit=:book&tab=marc", "administrator"],
    ],
  },
  {
    path: "/admin/copies",
    file: "admin-copies/copies-screen",
    access: ["read_inventory"],
    menu: {
      group: "work",
      label: "nav.manageCopies",
      icon: "barcode",
      key: "c",
      shortcut: "shortcuts.manageCopies",
    },
    budgetKb: 6,
  },
  {
    path: "/admin/imports",
    file: "admin-imports/imports-screen",
    access: ["manage_catalogue"],
    texts: ["imports"],
    menu: {
      group: "work",
      label: "nav.importBooks",
      icon: "fileUp",
      key: "i",
      shortcut: "shortcuts.importBooks",
    },
    budgetKb: 14,
  },
  {
    path: "/admin/imports/:id",
    file: "admin-imports/import-screen",
    access: ["manage_catalogue"],
    texts: ["imports"],
    budgetKb: 14,
    examples: [["/admin/imports/:import", "administrator"]],
  },
  {
    path: "/admin/bulk-edits",
    file: "admin-books/bulk-edits-screen",
    access: ["manage_catalogue"],
    texts: ["imports"],
    budgetKb: 14,
  },
  {
    path: "/admin/labels",
    file: "admin-labels/labels-screen",
    access: ["manage_catalogue", "manage_users"],
    texts: ["labels"],
    menu: {
      group: "work",
      label: "nav.labels",
      icon: "tags",
      key: "e",
      shortcut: "shortcuts.labels",
    },
    budgetKb: 9,
    examples: [
      ["/admin/labels", "administrator"],
      ["/admin/labels?users=:user", "administrator"],
    ],
  },
  {
    path: "/admin/users",
    file: "admin-users/manage-users-screen",
    access: ["read_users"],
    menu: {
      group: "work",
      label: "nav.manageUsers",
      icon: "users",
      key: "u",
      shortcut: "shortcuts.manageUsers",
    },
    // It contains the list, the details of a person, and the borrowings of a person with all actions of staff.
    budgetKb: 18,
    examples: [
      ["/admin/users", "administrator"],
      ["/admin/users?user=:user", "administrator"],
      ["/admin/users?user=:user", "assistant"],
      ["/admin/users?edit=new", "administrator"],
      ["/admin/users?edit=import", "administrator"],
    ],
  },
  {
    path: "/admin/borrowings",
    file: "admin-borrowings/manage-borrowings-screen",
    access: ["read_any_borrowing"],
    menu: {
      group: "work",
      label: "nav.manageBorrowings",
      icon: "listChecks",
      key: "l",
      shortcut: "shortcuts.manageBorrowings",
    },
    budgetKb: 6,
    examples: [
      ["/admin/borrowings", "administrator"],
      ["/admin/borrowings?status=overdue", "administrator"],
      ["/admin/borrowings", "assistant"],
    ],
  },
  {
    path: "/admin/audit",
    file: "admin-audit/audit-log-screen",
    access: ["read_audit"],
    // Values of settings and permissions use the texts of the settings, those of books the texts of their details.
    texts: ["audit", "record", "settings", "pages", "home"],
    menu: {
      group: "system",
      label: "nav.auditLog",
      icon: "scrollText",
      key: "o",
      shortcut: "shortcuts.auditLog",
    },
    examples: [
      ["/admin/audit", "administrator"],
      ["/admin/audit?user=:user&book=:book&action=user.changed&from=2024-01-01", "administrator"],
    ],
  },
  {
    path: "/admin/settings",
    file: "settings/settings-list-screen",
    access: [
      "manage_settings",
      "manage_mail_server",
      "manage_webhooks",
      "manage_security",
      "manage_roles",
    ],
    texts: ["settings", "pages", "home"],
    frame: "settings/settings-frame",
    // All sections are in one file.
    budgetKb: 31,
    menu: {
      group: "system",
      label: "nav.settings",
      icon: "settings",
      key: "s",
      shortcut: "shortcuts.settings",
    },
  },
  ...SETTINGS_SECTIONS,
] as const satisfies readonly Declaration[];
