import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { may } from "@/api/permissions.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession } from "@/api/session/session-context.tsx";
import type { Permission } from "@/api/shapes.ts";
import { pathAfterSignIn } from "@/lib/return-path.ts";
import { isLeaving } from "./leaving.ts";
import { refusedPage } from "./refused-page.ts";

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

/** For signed-in people. */
export function MembersOnly() {
  const { authenticated } = useSession();
  return authenticated ? <Outlet /> : <Navigate to={isLeaving() ? "/" : "/login"} replace />;
}

/** For people with one of these permissions; other signed-in people are redirected to their dashboard, which says so. */
export function permitted(...permissions: readonly Permission[]) {
  return function Permitted() {
    const { authenticated, user } = useSession();
    const { pathname } = useLocation();
    if (!authenticated) return <Navigate to={isLeaving() ? "/" : "/login"} replace />;
    return permissions.some((permission) => may(user, permission)) ? (
      <Outlet />
    ) : (
      <Navigate to="/dashboard" replace state={refusedPage(pathname)} />
    );
  };
}
