import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { SignedInUser } from "../shapes.ts";
import type { Session } from "./session-machine.ts";
import type { SessionStore } from "./session-store.ts";

const SessionContext = createContext<SessionStore | null>(null);

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>;
}

/** The actions that change the session: login, register, logout and changes of the profile. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error("no SessionProvider");
  return store;
}

/** The current session; the component rerenders when it changes. */
export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The signed-in person, or null. */
export function useCurrentUser(): SignedInUser | null {
  return useSession().user;
}
