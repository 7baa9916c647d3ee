import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { AdminsOnly, HomeGate, MembersOnly, VisitorsOnly } from "./guards.tsx";
import { RouteError } from "./shell/route-error.tsx";
import { Shell } from "./shell/shell.tsx";
import { Starting } from "./shell/starting.tsx";

/** A route whose code is fetched when it is first visited. */
function screen(path: string, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return { path, lazy: async () => ({ Component: (await load()).default }) };
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
            ],
          },
          {
            Component: MembersOnly,
            children: [
              screen("/dashboard", () => import("@/features/dashboard/dashboard-screen.tsx")),
              screen("/books", () => import("@/features/books/books-screen.tsx")),
              screen("/books/:id", () => import("@/features/books/book-screen.tsx")),
              screen(
                "/my-borrowings",
                () => import("@/features/borrowings/my-borrowings-screen.tsx"),
              ),
              screen("/my-history", () => import("@/features/borrowings/my-history-screen.tsx")),
              screen("/profile", () => import("@/features/profile/profile-screen.tsx")),
            ],
          },
          {
            Component: AdminsOnly,
            children: [
              screen(
                "/admin",
                () => import("@/features/admin-dashboard/admin-dashboard-screen.tsx"),
              ),
              screen(
                "/admin/books",
                () => import("@/features/admin-books/manage-books-screen.tsx"),
              ),
              screen(
                "/admin/users",
                () => import("@/features/admin-users/manage-users-screen.tsx"),
              ),
              screen(
                "/admin/borrowings",
                () => import("@/features/admin-borrowings/manage-borrowings-screen.tsx"),
              ),
            ],
          },
          ...(import.meta.env.DEV
            ? [screen("/dev/kit", () => import("./dev/kit-screen.tsx"))]
            : []),
          screen("*", () => import("@/features/not-found/not-found-screen.tsx")),
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
