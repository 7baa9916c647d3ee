import type { SignedInUser } from "../shapes.ts";

/** The state of the sign-in. */
export interface Session {
  user: SignedInUser | null;
  token: string | null;
  authenticated: boolean;
  loading: boolean;
  /** The reason of the last failure, as a message to the person. */
  error: string | null;
  /** False until the stored session has been checked. */
  started: boolean;
  /** Whether the stored session could not be checked, because the server did not respond or failed. */
  unreachable: boolean;
}

export type SessionEvent =
  | { type: "authStarted" }
  | { type: "authSucceeded"; user: SignedInUser; token: string }
  | { type: "authFailed"; error: string | null }
  | { type: "unreachable"; error: string }
  | { type: "startedWithoutToken" }
  | { type: "loggedOut" }
  | { type: "profileUpdated"; changes: Partial<SignedInUser> }
  | { type: "errorCleared" };

/** The state at startup. */
export const STARTUP: Session = {
  user: null,
  token: null,
  authenticated: false,
  loading: true,
  error: null,
  started: false,
  unreachable: false,
};

/** The known state without a session. */
const NOBODY: Session = { ...STARTUP, loading: false, started: true };

/** The transitions of section 4 of the specification. */
export function nextSession(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case "authStarted":
      return { ...session, loading: true, error: null };
    case "authSucceeded":
      return {
        user: event.user,
        token: event.token,
        authenticated: true,
        loading: false,
        error: null,
        started: true,
        unreachable: false,
      };
    case "authFailed":
      return { ...NOBODY, error: event.error };
    case "unreachable":
      return { ...STARTUP, loading: false, error: event.error, unreachable: true };
    case "startedWithoutToken":
    case "loggedOut":
      return NOBODY;
    case "profileUpdated":
      return session.user ? { ...session, user: { ...session.user, ...event.changes } } : session;
    case "errorCleared":
      return { ...session, error: null };
  }
}
