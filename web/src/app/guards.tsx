import { useState } from "react";
import { Navigate, Outlet, useLocation, useMatches, useSearchParams } from "react-router";
import { may } from "@/api/permissions.ts";
import { useLibrary, useLibraryQuery } from "@/api/queries/library.ts";
import { useSession } from "@/api/session/session-context.tsx";
import type { Permission } from "@/api/shapes.ts";
import { pathAfterSignIn, returningTo } from "@/lib/return-path.ts";
import { isScreenHandle } from "./access.ts";
import { isLeaving } from "./leaving.ts";
import { refusedPage } from "./refused-page.ts";

/** Shows the screen of the current address to people who may open it, and redirects all others. */
export function Guard() {
  // The last match is the screen.
  const handle = useMatches().at(-1)?.handle;
  if (!isScreenHandle(handle)) return null;
  const { access } = handle;
  if (access === "everyone") return <Outlet />;
  if (access === "home") return <HomeGate />;
  if (access === "visitors") return <VisitorsOnly />;
  if (access === "readers") return <MembersOnly permissions={null} visitors />;
  return <MembersOnly permissions={access === "members" ? null : access} />;
}

/** `/`: visitors see the home page; signed-in people see it only as `/?view=site`. */
function HomeGate() {
  const { authenticated } = useSession();
  const [query] = useSearchParams();
  const { isSetUp } = useLibrary();
  if (!isSetUp) return <Navigate to="/setup" replace />;
  if (authenticated && query.get("view") !== "site") return <Navigate to="/dashboard" replace />;
  return <Outlet />;
}

/** For visitors. Before the set-up of the library, every person is a visitor. */
function VisitorsOnly() {
  const { authenticated, user } = useSession();
  const { isSetUp } = useLibrary();
  const { state } = useLocation();
  if (!isSetUp) return <Navigate to="/setup" replace />;
  if (!authenticated) return <Outlet />;
  return <Navigate to={pathAfterSignIn(state, user?._id)} replace />;
}

/**
 * For signed-in people with one of the permissions, or for all with `null`. Others are redirected: visitors to the
 * login, members to the dashboard, with a notice. With `visitors`, the screen is also for visitors of an open
 * catalogue.
 */
function MembersOnly({
  permissions,
  visitors = false,
}: {
  permissions: readonly Permission[] | null;
  visitors?: boolean;
}) {
  const { authenticated, user } = useSession();
  const { pathname } = useLocation();
  const personId = useLastPersonId();
  const library = useLibraryQuery();
  if (!authenticated) {
    if (visitors && library.isPending) return null;
    const open = visitors && library.data?.openCatalogue && !isLeaving();
    return open ? <Outlet key="visitor" /> : <ToLogin personId={personId} />;
  }
  return permissions === null || permissions.some((permission) => may(user, permission)) ? (
    // The key remounts the screen when a session begins or ends, so that it keeps no state of the earlier person.
    <Outlet key={visitors ? "member" : undefined} />
  ) : (
    <Navigate to="/dashboard" replace state={refusedPage(pathname)} />
  );
}

/** The id of the signed-in person, or of the person whose session ended on this page. */
function useLastPersonId(): string | undefined {
  const id = useSession().user?._id;
  const [last, setLast] = useState(id);
  if (id !== undefined && id !== last) setLast(id);
  return id ?? last;
}

/**
 * Redirects a visitor to the login, which returns to this page. A person who signs out goes to the home page instead.
 */
function ToLogin({ personId }: { personId: string | undefined }) {
  const { pathname, search, hash } = useLocation();
  if (isLeaving()) return <Navigate to="/" replace />;
  const page = returningTo(`${pathname}${search}${hash}`, personId);
  return <Navigate to="/login" replace state={page} />;
}
