import type { RouteObject } from "react-router";
import type { Permission } from "@/api/shapes.ts";
import {
  loadAuditTexts,
  loadMemberTexts,
  loadReportTexts,
  loadSettingsTexts,
} from "@/lib/i18n/index.ts";
import { permitted } from "./guards.tsx";
import { type Load, memberScreen, screen } from "./screen-route.ts";

/** A screen for staff, and the permission that it needs. */
function staffScreen(permission: Permission, path: string, load: Load): RouteObject {
  return { Component: permitted(permission), children: [memberScreen(path, load)] };
}

const staffScreens: readonly RouteObject[] = [
  staffScreen("read_statistics", "/admin", async () => {
    const dashboard = import("@/features/admin-dashboard/admin-dashboard-screen.tsx");
    return (await Promise.all([dashboard, loadReportTexts()]))[0];
  }),
  staffScreen(
    "read_inventory",
    "/admin/books",
    () => import("@/features/admin-books/manage-books-screen.tsx"),
  ),
  staffScreen(
    "read_users",
    "/admin/users",
    () => import("@/features/admin-users/manage-users-screen.tsx"),
  ),
  staffScreen(
    "read_any_borrowing",
    "/admin/borrowings",
    () => import("@/features/admin-borrowings/manage-borrowings-screen.tsx"),
  ),
  staffScreen("read_audit", "/admin/audit", async () => {
    const audit = import("@/features/admin-audit/audit-log-screen.tsx");
    // Values of settings and permissions have the words of the settings.
    return (await Promise.all([audit, loadAuditTexts(), loadSettingsTexts()]))[0];
  }),
];

/** The settings: one line a section here, and one in their list. The frame brings the texts. */
const settings: RouteObject = {
  lazy: async () => {
    const [{ default: Component }] = await Promise.all([
      import("@/features/settings/settings-frame.tsx"),
      loadMemberTexts(),
      loadSettingsTexts(),
    ]);
    return { Component };
  },
  children: [
    screen("/admin/settings", () => import("@/features/settings/settings-list-screen.tsx")),
    {
      Component: permitted("manage_settings"),
      children: [
        screen(
          "/admin/settings/library",
          () => import("@/features/settings/library/library-screen.tsx"),
        ),
        screen(
          "/admin/settings/opening-days",
          () => import("@/features/settings/opening/opening-days-screen.tsx"),
        ),
        screen("/admin/settings/kinds", () => import("@/features/settings/kinds/kinds-screen.tsx")),
        screen("/admin/settings/rules", () => import("@/features/settings/rules/rules-screen.tsx")),
        screen(
          "/admin/settings/home",
          () => import("@/features/settings/home/home-settings-screen.tsx"),
        ),
        screen("/admin/settings/pages", () => import("@/features/settings/pages/pages-screen.tsx")),
        screen(
          "/admin/settings/registration",
          () => import("@/features/settings/registration/registration-screen.tsx"),
        ),
        screen(
          "/admin/settings/privacy",
          () => import("@/features/settings/privacy/privacy-screen.tsx"),
        ),
      ],
    },
    {
      Component: permitted("manage_security"),
      children: [
        screen(
          "/admin/settings/security",
          () => import("@/features/settings/security/security-screen.tsx"),
        ),
      ],
    },
    {
      Component: permitted("manage_mail_server"),
      children: [
        screen("/admin/settings/mail", () => import("@/features/settings/mail/mail-screen.tsx")),
      ],
    },
    {
      Component: permitted("manage_webhooks"),
      children: [
        screen(
          "/admin/settings/webhooks",
          () => import("@/features/settings/webhooks/webhooks-screen.tsx"),
        ),
      ],
    },
    {
      Component: permitted("manage_roles"),
      children: [
        screen("/admin/settings/roles", () => import("@/features/settings/roles/roles-screen.tsx")),
      ],
    },
  ],
};

/** The routes below `/admin`. Only those who go there fetch them: they name the files of every screen. */
export const staffRoutes: readonly RouteObject[] = [
  ...staffScreens,
  {
    Component: permitted(
      "manage_settings",
      "manage_mail_server",
      "manage_webhooks",
      "manage_security",
      "manage_roles",
    ),
    children: [settings],
  },
];
