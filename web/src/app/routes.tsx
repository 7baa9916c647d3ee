import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import type { Permission } from "@/api/shapes.ts";
import {
  loadApiDocsTexts,
  loadMemberTexts,
  loadPageTexts,
  loadReportTexts,
  loadSettingsTexts,
  loadSetupTexts,
} from "@/lib/i18n/index.ts";
import { HomeGate, MembersOnly, permitted, VisitorsOnly } from "./guards.tsx";
import { keyHistoryEntry } from "./history-entry.ts";
import { RouteError } from "./shell/route-error.tsx";
import { Shell } from "./shell/shell.tsx";
import { Starting } from "./shell/starting.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** A route whose code is fetched when it is first visited. */
function screen(path: string, load: Load): RouteObject {
  return { path, lazy: async () => ({ Component: (await load()).default }) };
}

/** The same for signed-in people, with the texts that visitors don't need. */
function memberScreen(path: string, load: Load): RouteObject {
  return screen(path, async () => (await Promise.all([load(), loadMemberTexts()]))[0]);
}

/** A public page, together with its standard text. */
function publicPage(path: string, load: Load): RouteObject {
  return screen(path, async () => (await Promise.all([load(), loadPageTexts()]))[0]);
}

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

/** The specification's route table. */
export const routes: RouteObject[] = [
  {
    path: "/",
    Component: Shell,
    HydrateFallback: Starting,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        children: [
          {
            Component: HomeGate,
            children: [screen("/", () => import("@/features/home/home-screen.tsx"))],
          },
          {
            Component: VisitorsOnly,
            children: [
              screen("/login", () => import("@/features/session/login-screen.tsx")),
              screen("/register", () => import("@/features/session/register-screen.tsx")),
              screen(
                "/forgot-password",
                () => import("@/features/session/forgot-password-screen.tsx"),
              ),
            ],
          },
          // Also for signed-in people: a link may be opened in a browser with a session.
          screen("/reset-password", () => import("@/features/session/reset-password-screen.tsx")),
          screen(
            "/confirm-registration",
            () => import("@/features/session/confirm-registration-screen.tsx"),
          ),
          screen("/confirm-email", () => import("@/features/session/confirm-email-screen.tsx")),
          screen(
            "/undo-email-change",
            () => import("@/features/session/undo-email-change-screen.tsx"),
          ),
          {
            Component: MembersOnly,
            children: [
              memberScreen("/dashboard", () => import("@/features/dashboard/dashboard-screen.tsx")),
              memberScreen("/books", () => import("@/features/books/books-screen.tsx")),
              memberScreen("/books/:id", () => import("@/features/books/book-screen.tsx")),
              memberScreen(
                "/my-borrowings",
                () => import("@/features/borrowings/my-borrowings-screen.tsx"),
              ),
              memberScreen(
                "/my-history",
                () => import("@/features/borrowings/my-history-screen.tsx"),
              ),
              memberScreen("/favorites", () => import("@/features/favorites/favorites-screen.tsx")),
              memberScreen("/profile", () => import("@/features/profile/profile-screen.tsx")),
            ],
          },
          screen("/api/docs", async () => {
            const docs = import("@/features/api-docs/api-docs-screen.tsx");
            return (await Promise.all([docs, loadApiDocsTexts()]))[0];
          }),
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
          publicPage("/about", () => import("@/features/pages/about-screen.tsx")),
          publicPage("/contact", () => import("@/features/pages/contact-screen.tsx")),
          publicPage("/privacy", () => import("@/features/pages/privacy-screen.tsx")),
          publicPage("/terms", () => import("@/features/pages/terms-screen.tsx")),
          publicPage("/help", () => import("@/features/pages/help-screen.tsx")),
          screen("/setup", async () => {
            const setup = import("@/features/setup/setup-screen.tsx");
            return (await Promise.all([setup, loadSetupTexts()]))[0];
          }),
          ...(import.meta.env.DEV
            ? [memberScreen("/dev/kit", () => import("./dev/kit-screen.tsx"))]
            : []),
          screen("*", () => import("@/features/not-found/not-found-screen.tsx")),
        ],
      },
    ],
  },
];

export function createRouter() {
  keyHistoryEntry();
  return createBrowserRouter(routes);
}
