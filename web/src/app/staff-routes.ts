import type { RouteObject } from "react-router";
import { STAFF_SCREENS } from "@/lib/screens/staff.ts";
import { routesOf } from "./screen-routes.ts";

/** The routes below `/admin`. Only staff fetch this file, because it names the files of all screens. */
export const staffRoutes: readonly RouteObject[] = routesOf(
  STAFF_SCREENS,
  import.meta.glob([
    "../features/admin-*/*-screen.tsx",
    "../features/settings/**/*-screen.tsx",
    "../features/settings/settings-frame.tsx",
  ]),
);
