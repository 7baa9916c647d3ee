import {
  createBrowserRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from "react-router";
import {
  loadAccountTexts,
  loadApiDocsTexts,
  loadHomeTexts,
  loadPageTexts,
  loadSetupTexts,
  loadShortcutTexts,
} from "@/lib/i18n/index.ts";
import { HomeGate, MembersOnly, VisitorsOnly } from "./guards.tsx";
import { keyHistoryEntry } from "./history-entry.ts";
import { type Load, memberScreen, screen } from "./screen-route.ts";
import { RouteError } from "./shell/route-error.tsx";
import { Shell } from "./shell/shell.tsx";
import { Starting } from "./shell/starting.tsx";

/** The id of the route around all screens, to which more are added. */
export const SCREENS = "screens";

/** A screen that creates an account, or that a link to one opens; with its texts. */
function accountScreen(path: string, load: Load): RouteObject {
  return screen(path, async () => (await Promise.all([load(), loadAccountTexts()]))[0]);
}

/** A public page, also the one for an unknown address, together with its texts. */
function publicPage(path: string, load: Load): RouteObject {
  return screen(path, async () => (await Promise.all([load(), loadPageTexts()]))[0]);
}

/** The specification's route table. */
export const routes: RouteObject[] = [
  {
    path: "/",
    Component: Shell,
    HydrateFallback: Starting,
    ErrorBoundary: RouteError,
    children: [
      {
        id: SCREENS,
        ErrorBoundary: RouteError,
        children: [
          {
            Component: HomeGate,
            children: [
              screen("/", async () => {
                const home = import("@/features/home/home-screen.tsx");
                return (await Promise.all([home, loadHomeTexts()]))[0];
              }),
            ],
          },
          {
            Component: VisitorsOnly,
            children: [
              screen("/login", () => import("@/features/session/login-screen.tsx")),
              accountScreen("/register", () => import("@/features/session/register-screen.tsx")),
              accountScreen(
                "/forgot-password",
                () => import("@/features/session/forgot-password-screen.tsx"),
              ),
            ],
          },
          // Also for signed-in people: a link may be opened in a browser with a session.
          accountScreen(
            "/reset-password",
            () => import("@/features/session/reset-password-screen.tsx"),
          ),
          accountScreen(
            "/confirm-registration",
            () => import("@/features/session/confirm-registration-screen.tsx"),
          ),
          accountScreen(
            "/confirm-email",
            () => import("@/features/session/confirm-email-screen.tsx"),
          ),
          accountScreen(
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
            ? [
                memberScreen("/dev/kit", async () => {
                  const kit = import("./dev/kit-screen.tsx");
                  return (await Promise.all([kit, loadShortcutTexts()]))[0];
                }),
              ]
            : []),
          publicPage("*", () => import("@/features/not-found/not-found-screen.tsx")),
        ],
      },
    ],
  },
];

/** Adds the routes below `/admin` when the address first leads there. */
export const findRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!path.startsWith("/admin")) return;
  const { staffRoutes } = await import("./staff-routes.tsx");
  patch(SCREENS, [...staffRoutes]);
};

export function createRouter() {
  keyHistoryEntry();
  return createBrowserRouter(routes, { patchRoutesOnNavigation: findRoutes });
}
