import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { may } from "@/api/permissions.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession } from "@/api/session/session-context.tsx";
import type { Session } from "@/api/session/session-machine.ts";
import type { Permission } from "@/api/shapes.ts";
import { pathAfterSignIn } from "@/lib/return-path.ts";
import { isLeaving } from "./leaving.ts";

/** `/`: visitors see the home page; signed-in people see it only as `/?view=site`. */
export function HomeGate() {
  const { authenticated } = useSession();
  const [query] = useSearchParams();
  const { isSetUp } = useLibrary();
  if (!isSetUp) return <Navigate to="/setup" replace />;
  if (authenticated && query.get("view") !== "site") return <Navigate to="/dashboard" replace />;
  return <Outlet />;
}

/** For visitors. Before the setup of the library, every person is a visitor. */
export function VisitorsOnly() {
  const { authenticated } = useSession();
  const { isSetUp } = useLibrary();
  const { state } = useLocation();
  if (!isSetUp) return <Navigate to="/setup" replace />;
  return authenticated ? <Navigate to={pathAfterSignIn(state)} replace /> : <Outlet />;
}

/** Where a person goes instead of a protected screen; null for a person who may stay. */
function detour({ authenticated, user }: Session): string | null {
  if (!authenticated) return isLeaving() ? "/" : "/login";
  return user?.secondFactorNeeded ? "/add-second-step" : null;
}

/** For signed-in people. */
export function MembersOnly() {
  const to = detour(useSession());
  return to === null ? <Outlet /> : <Navigate to={to} replace />;
}

/** For people who have to add a second sign-in step before they do anything else. */
export function FactorNeeded() {
  const to = detour(useSession());
  return to === "/add-second-step" ? <Outlet /> : <Navigate to={to ?? "/dashboard"} replace />;
}

/** For people with one of these permissions; other signed-in people are redirected to their dashboard. */
export function permitted(...permissions: readonly Permission[]) {
  return function Permitted() {
    const session = useSession();
    const to = detour(session);
    if (to !== null) return <Navigate to={to} replace />;
    return permissions.some((permission) => may(session.user, permission)) ? (
      <Outlet />
    ) : (
      <Navigate to="/dashboard" replace />
    );
  };
}
