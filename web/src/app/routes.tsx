import {
  createBrowserRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from "react-router";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import { MEMBER_SCREENS } from "@/lib/screens/members.ts";
import { PUBLIC_SCREENS } from "@/lib/screens/public.ts";
import type { ScreenHandle } from "./access.ts";
import { Guard } from "./guards.tsx";
import { keyHistoryEntry } from "./history-entry.ts";
import { routesOf } from "./screen-routes.ts";
import { RouteError } from "./shell/route-error.tsx";
import { Shell } from "./shell/shell.tsx";
import { Starting } from "./shell/starting.tsx";

/** The id of the route around all screens, to which the staff routes are added. */
export const SCREENS = "screens";

/** A page with all components, in development only. */
const kit: RouteObject = {
  path: "/dev/kit",
  handle: { access: "everyone" } satisfies ScreenHandle,
  lazy: async () => {
    const screen = import("./dev/kit-screen.tsx");
    const texts = [loadTexts("members"), loadTexts("staff"), loadTexts("shortcuts")];
    return { Component: (await Promise.all([screen, ...texts]))[0].default };
  },
};

/** The routes of all screens except those below `/admin`. */
export const routes: RouteObject[] = [
  {
    path: "/",
    Component: Shell,
    HydrateFallback: Starting,
    ErrorBoundary: RouteError,
    children: [
      {
        id: SCREENS,
        Component: Guard,
        ErrorBoundary: RouteError,
        children: [
          ...routesOf(
            [...PUBLIC_SCREENS, ...MEMBER_SCREENS],
            import.meta.glob(["../features/*/*-screen.tsx", "!../features/{admin-*,settings}/**"]),
          ),
          ...(import.meta.env.DEV ? [kit] : []),
        ],
      },
    ],
  },
];

/** Adds the routes below `/admin` on the first navigation there. */
export const findRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!path.startsWith("/admin")) return;
  const { staffRoutes } = await import("./staff-routes.ts");
  patch(SCREENS, [...staffRoutes]);
};

export function createRouter() {
  keyHistoryEntry();
  return createBrowserRouter(routes, { patchRoutesOnNavigation: findRoutes });
}
