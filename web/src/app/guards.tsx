import { useState } from "react";
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { may } from "@/api/permissions.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useSession } from "@/api/session/session-context.tsx";
import type { Permission } from "@/api/shapes.ts";
import { pathAfterSignIn, returningTo } from "@/lib/return-path.ts";
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
  const { authenticated, user } = useSession();
  const { isSetUp } = useLibrary();
  const { state } = useLocation();
  if (!isSetUp) return <Navigate to="/setup" replace />;
  if (!authenticated) return <Outlet />;
  return <Navigate to={pathAfterSignIn(state, user?._id)} replace />;
}

/** For signed-in people. */
export function MembersOnly() {
  const { authenticated } = useSession();
  const personId = useLastPersonId();
  return authenticated ? <Outlet /> : <ToLogin personId={personId} />;
}

/** The id of the signed-in person, or of the one whose session has ended on this page. */
function useLastPersonId(): string | undefined {
  const id = useSession().user?._id;
  const [last, setLast] = useState(id);
  if (id !== undefined && id !== last) setLast(id);
  return id ?? last;
}

/** Leads a visitor to the login, which comes back to this page. A person who signs out goes to the home page instead. */
function ToLogin({ personId }: { personId: string | undefined }) {
  const { pathname, search, hash } = useLocation();
  if (isLeaving()) return <Navigate to="/" replace />;
  const page = returningTo(`${pathname}${search}${hash}`, personId);
  return <Navigate to="/login" replace state={page} />;
}

/** For people with one of these permissions; other signed-in people are redirected to their dashboard, which says so. */
export function permitted(...permissions: readonly Permission[]) {
  return function Permitted() {
    const { authenticated, user } = useSession();
    const { pathname } = useLocation();
    const personId = useLastPersonId();
    if (!authenticated) return <ToLogin personId={personId} />;
    return permissions.some((permission) => may(user, permission)) ? (
      <Outlet />
    ) : (
      <Navigate to="/dashboard" replace state={refusedPage(pathname)} />
    );
  };
}
