import { joinOpenTabs } from "@/lib/open-tabs.ts";
import { isSharedComputer } from "@/lib/shared-computer.ts";
import { call, ME, onForbidden, onUnauthorized } from "../client.ts";
import { storeDeviceToken, storedDeviceToken } from "../device-token.ts";
import { ApiError, messageOf } from "../errors.ts";
import type {
  Login,
  Registration,
  RegistrationConfirmation,
  SecondStepForm,
  SignedIn,
  SignedInUser,
} from "../shapes.ts";
import { removeToken, storedToken, storeToken, TOKEN_KEY } from "../token.ts";
import { nextSession, type Session, type SessionEvent, STARTUP } from "./session-machine.ts";

/** The message of the specification for a stored token whose person cannot be loaded. */
export const LOAD_FAILED = "Failed to load user";

/** The session and the functions that change it. There is one per page. */
export interface SessionStore {
  get: () => Session;
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Loads the person of the stored token, if there is one. Called at the start, and again while the session is
   * `unreachable`.
   */
  start: () => Promise<void>;
  /**
   * @throws ApiError; the session then has the message, or the fallback. With a `secondStep` the password was right,
   * and the session has no message.
   */
  login: (login: Login, fallback: string) => Promise<SignedInUser>;
  /** Completes a sign-in with a second factor. @throws ApiError as `login` does */
  finishLogin: (form: SecondStepForm, fallback: string) => Promise<SignedInUser>;
  /**
   * Resolves to null if the library confirms addresses first: the link in a mail then creates the account.
   * @throws ApiError; the session then has the message, or the fallback
   */
  register: (registration: Registration, fallback: string) => Promise<SignedInUser | null>;
  /** Completes a registration with the link in a mail. @throws ApiError */
  confirmRegistration: (
    confirmation: RegistrationConfirmation,
    fallback: string,
  ) => Promise<SignedInUser | null>;
  /** Ends the session in this browser at once, without waiting for the server. */
  logout: () => Promise<void>;
  /** Loads the person again, after a change of permissions. */
  reload: () => Promise<void>;
  /** Merges the response to a change of the profile. */
  profileUpdated: (changes: Partial<SignedInUser>) => void;
  /** Takes over the new token in the response to a password change or to the set-up. */
  tokenRenewed: (signedIn: SignedIn) => void;
  clearError: () => void;
}

/** What the browser sends about itself when it begins a session. */
interface FromBrowser {
  deviceToken?: string;
  /** Many people use this computer, so an idle session ends sooner. */
  sharedComputer?: true;
}

export function createSessionStore(): SessionStore {
  let session = STARTUP;
  const listeners = new Set<() => void>();

  function send(event: SessionEvent): void {
    session = nextSession(session, event);
    for (const listener of listeners) listener();
  }

  function signedIn({ user, token, deviceToken }: SignedIn): void {
    storeToken(token);
    if (deviceToken) storeDeviceToken(deviceToken);
    send({ type: "authSucceeded", user, token });
  }

  async function authenticate<F extends object>(
    form: F,
    signIn: (body: F & FromBrowser) => Promise<{ data: SignedIn | string | null }>,
    fallback: string,
  ): Promise<SignedInUser | null> {
    send({ type: "authStarted" });
    try {
      // JSON omits undefined values.
      const sharedComputer = isSharedComputer() || undefined;
      const { data } = await signIn({ ...form, sharedComputer, deviceToken: storedDeviceToken() });
      if (data === null || typeof data === "string") {
        send({ type: "startedWithoutToken" });
        return null;
      }
      signedIn(data);
      return data.user;
    } catch (error) {
      removeToken();
      const isHalfDone = error instanceof ApiError && error.secondStep !== null;
      send({ type: "authFailed", error: isHalfDone ? null : messageOf(error, fallback) });
      throw error;
    }
  }

  onUnauthorized(() => {
    if (session.authenticated) send({ type: "loggedOut" });
  });

  // The person's permissions have changed since they were loaded: updates menus and screens.
  onForbidden(() => {
    if (session.authenticated) void reload();
  });

  /** Applies a sign-in or sign-out of another tab. */
  function followStorage(): void {
    const token = storedToken();
    if (token === null && session.authenticated) send({ type: "loggedOut" });
    else if (token !== null && token !== session.token) void load(token);
  }

  // Signing in or out in one tab applies to all tabs.
  window.addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY || event.key === null) followStorage();
  });

  // A page that the browser restores from its cache, after Back from another site, has missed those events.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    followStorage();
    if (session.authenticated) void reload();
  });

  async function load(token: string): Promise<void> {
    send({ type: "authStarted" });
    try {
      const user = await currentUser();
      send({ type: "authSucceeded", user, token });
    } catch (error) {
      // The server did not reject the token: the session is kept, and loaded again after the outage.
      if (!isRejection(error)) return send({ type: "unreachable", error: LOAD_FAILED });
      if (storedToken() === token) removeToken();
      send({ type: "authFailed", error: LOAD_FAILED });
    }
  }

  async function reload(): Promise<void> {
    const { token } = session;
    try {
      const changes = await currentUser();
      if (session.token === token) send({ type: "profileUpdated", changes });
    } catch {
      // The session stays unchanged; the next call shows whether it has ended.
    }
  }

  async function logout(): Promise<void> {
    // The call reads the token before it is removed here.
    const ended = call("GET", "/auth/logout");
    removeToken();
    send({ type: "loggedOut" });
    try {
      await ended;
    } catch (error) {
      console.warn("The server did not take note of the sign-out.", error);
    }
  }

  return {
    get: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      const token = storedToken();
      // Without a session too: the person may sign in here, and an administrator may mark the computer as shared.
      const isFirstTab = joinOpenTabs();
      if (token === null) {
        // Without a session the browser must keep no personal data, however the last session ended.
        removeToken();
        send({ type: "startedWithoutToken" });
      } else if (isSharedComputer() && (await isFirstTab())) {
        // The last person closed all pages on a shared computer without signing out.
        await logout();
      } else if (session.user === null) await load(token);
    },
    async login(login, fallback) {
      const user = await authenticate(
        login,
        (body) => call("POST", "/auth/login", { body }),
        fallback,
      );
      if (user === null) throw new Error("a sign-in without a person");
      return user;
    },
    async finishLogin(form, fallback) {
      const user = await authenticate(
        form,
        (body) => call("POST", "/auth/login/second", { body }),
        fallback,
      );
      if (user === null) throw new Error("a sign-in without a person");
      return user;
    },
    register: (registration, fallback) =>
      authenticate(registration, (body) => call("POST", "/auth/register", { body }), fallback),
    confirmRegistration: (confirmation, fallback) =>
      authenticate(
        confirmation,
        (body) => call("POST", "/auth/register/confirm", { body }),
        fallback,
      ),
    logout,
    reload,
    profileUpdated: (changes) => send({ type: "profileUpdated", changes }),
    tokenRenewed: signedIn,
    clearError: () => send({ type: "errorCleared" }),
  };
}

/** Whether the server rejected the token, as opposed to other failures. */
function isRejection(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** Retries once after a network error. */
async function currentUser(): Promise<SignedInUser> {
  const ask = async () => (await call("GET", ME)).data;
  try {
    return await ask();
  } catch (error) {
    const answered = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (answered) throw error;
    return ask();
  }
}
