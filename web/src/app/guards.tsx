import { Navigate, Outlet, useSearchParams } from "react-router";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession } from "@/api/session/session-context.tsx";
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

/** For those who are not signed in. Nobody can be before the library is set up. */
export function VisitorsOnly() {
  const { authenticated } = useSession();
  const { isSetUp } = useLibrary();
  if (!isSetUp) return <Navigate to="/setup" replace />;
  return authenticated ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

/** For everybody who is signed in. */
export function MembersOnly() {
  const { authenticated } = useSession();
  return authenticated ? <Outlet /> : <Navigate to={isLeaving() ? "/" : "/login"} replace />;
}

/** For administrators; others who are signed in are sent to their dashboard. */
export function AdminsOnly() {
  const { authenticated, user } = useSession();
  if (!authenticated) return <Navigate to={isLeaving() ? "/" : "/login"} replace />;
  return user?.role === "admin" ? <Outlet /> : <Navigate to="/dashboard" replace />;
}
