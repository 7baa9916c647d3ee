import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "@/api/client.ts";
import { markSharedComputer } from "@/lib/shared-computer.ts";
import { anAssistant, aUser } from "@/test/fixtures/people.ts";
import { withRole } from "@/test/fixtures/roles.ts";
import { answer, api, failure, server, signedInAs } from "@/test/server.ts";
import { setUnreachableAdvice } from "../errors.ts";
import { createSessionStore } from "./session-store.ts";

const credentials = { email: "amara@students.example", password: "Reading1" };

// The app sets it, and stays loaded after the tests of other files.
beforeEach(() => setUnreachableAdvice(""));

describe("a forbidden call", () => {
  it("reloads the person, whose permissions may have changed", async () => {
    signedInAs(anAssistant());
    const session = createSessionStore();
    await session.start();
    signedInAs(anAssistant({ ...withRole("student") }));
    server.use(http.get(api("/admin/users"), () => failure(403, "not_allowed", "No.")));
    await expect(call("GET", "/admin/users")).rejects.toMatchObject({ status: 403 });
    await waitFor(() => expect(session.get().user?.permissions).not.toContain("read_users"));
    expect(session.get()).toMatchObject({ authenticated: true, user: { staffRole: null } });
  });
});

describe("on a shared computer", () => {
  it("a sign-in sends the mark", async () => {
    markSharedComputer(true);
    const sent: unknown[] = [];
    server.use(
      http.post(api("/auth/login"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ user: aUser(), token: "t", deviceToken: null });
      }),
    );
    await createSessionStore().login(credentials, "");
    expect(sent).toEqual([{ ...credentials, sharedComputer: true }]);
  });

  it("a registration sends the mark", async () => {
    markSharedComputer(true);
    const sent: unknown[] = [];
    server.use(
      http.post(api("/auth/:call/:step?"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ user: aUser(), token: "t", deviceToken: null });
      }),
    );
    const registration = {
      name: "Ada Reader",
      email: "ada@example.org",
      password: "Reading1",
      confirmPassword: "Reading1",
      agreeTerms: true,
    } as const;
    await createSessionStore().register(registration, "");
    const confirmation = { token: "t", password: "Reading1" };
    await createSessionStore().confirmRegistration(confirmation, "");
    expect(sent).toMatchObject([
      { ...registration, sharedComputer: true },
      { ...confirmation, sharedComputer: true },
    ]);
  });

  it("the session ends when all pages were closed, and survives a reload", async () => {
    markSharedComputer(true);
    signedInAs(aUser());
    let signOuts = 0;
    server.use(
      http.get(api("/auth/logout"), () => {
        signOuts += 1;
        return answer(null);
      }),
    );
    const session = createSessionStore();
    await session.start();
    expect(session.get()).toMatchObject({ started: true, authenticated: false });
    expect(localStorage.getItem("token")).toBeNull();
    expect(signOuts).toBe(1);
    signedInAs(aUser());
    const reloaded = createSessionStore();
    await reloaded.start();
    expect(reloaded.get().authenticated).toBe(true);
  });

  it("a second tab keeps the session", async () => {
    markSharedComputer(true);
    signedInAs(aUser());
    const other = new BroadcastChannel("tabs");
    other.onmessage = () => other.postMessage("here");
    const session = createSessionStore();
    await session.start();
    expect(session.get().authenticated).toBe(true);
  });

  it("a tab in which the person signed in later keeps the session of a second tab", async () => {
    await createSessionStore().start();
    markSharedComputer(true);
    // The second tab has a session storage of its own.
    sessionStorage.clear();
    signedInAs(aUser());
    const second = createSessionStore();
    await second.start();
    expect(second.get().authenticated).toBe(true);
  });
});

describe("at startup", () => {
  it("sends no request without a token", async () => {
    const session = createSessionStore();
    expect(session.get()).toMatchObject({ loading: true, authenticated: false, started: false });
    await session.start();
    expect(session.get()).toMatchObject({ loading: false, authenticated: false, started: true });
  });

  it("loads the person of a stored token", async () => {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    expect(session.get()).toMatchObject({
      user: aUser(),
      token: "a-good-token",
      authenticated: true,
      loading: false,
    });
  });

  it("retries once after a network error", async () => {
    localStorage.setItem("token", "t");
    let asked = 0;
    server.use(
      http.get(api("/auth/me"), () => {
        asked += 1;
        return asked === 1 ? HttpResponse.error() : answer({ ...aUser() });
      }),
    );
    const session = createSessionStore();
    await session.start();
    expect(asked).toBe(2);
    expect(session.get().authenticated).toBe(true);
  });

  it.each([401, 403])(
    "after status %i shows the specification's message and removes the token",
    async (status) => {
      localStorage.setItem("token", "t");
      server.use(http.get(api("/auth/me"), () => failure(status, "some_code", "Some message")));
      const session = createSessionStore();
      await session.start();
      expect(session.get()).toMatchObject({
        authenticated: false,
        loading: false,
        error: "Failed to load user",
        unreachable: false,
      });
      expect(localStorage.getItem("token")).toBeNull();
    },
  );

  it.each([0, 429, 500, 503])(
    "keeps the token during an outage with status %i, and loads the person after it",
    async (status) => {
      signedInAs(aUser());
      const outage = () =>
        status === 0 ? HttpResponse.error() : failure(status, "unavailable", "Some message");
      let isOut = true;
      server.use(http.get(api("/auth/me"), () => (isOut ? outage() : answer({ ...aUser() }))));
      const session = createSessionStore();
      await session.start();
      expect(session.get()).toMatchObject({
        authenticated: false,
        loading: false,
        error: "Failed to load user",
        started: false,
        unreachable: true,
      });
      expect(localStorage.getItem("token")).toBe("a-good-token");
      isOut = false;
      await session.start();
      expect(session.get()).toMatchObject({
        authenticated: true,
        started: true,
        unreachable: false,
      });
    },
  );
});

describe("signing in", () => {
  it("stores the token and sends it with every call", async () => {
    server.use(
      http.post(api("/auth/login"), () => answer({ user: { ...aUser() }, token: "fresh" })),
      http.get(api("/books/categories"), ({ request }) =>
        answer(request.headers.get("Authorization")),
      ),
    );
    const session = createSessionStore();
    await session.start();
    await session.login(credentials, "Login failed");
    expect(localStorage.getItem("token")).toBe("fresh");
    expect(await call("GET", "/books/categories")).toMatchObject({ data: "Bearer fresh" });
  });

  it("keeps the token of the device after signing out and sends it with the next sign-in", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(api("/auth/login"), async ({ request }) => {
        sent.push(await request.json());
        return answer({ user: { ...aUser() }, token: "fresh", deviceToken: "device" });
      }),
      http.get(api("/auth/logout"), () => answer(null)),
    );
    const session = createSessionStore();
    await session.start();
    await session.login(credentials, "Login failed");
    await session.logout();
    await session.login(credentials, "Login failed");
    expect(sent).toEqual([credentials, { ...credentials, deviceToken: "device" }]);
  });

  it("is loading during the request, without the earlier error", async () => {
    server.use(http.post(api("/auth/login"), () => failure(401, "wrong_credentials", "Invalid")));
    const session = createSessionStore();
    await session.start();
    await expect(session.login(credentials, "Login failed")).rejects.toThrow("Invalid");
    expect(session.get()).toMatchObject({ error: "Invalid", loading: false });
    const second = session.login(credentials, "Login failed");
    expect(session.get()).toMatchObject({ error: null, loading: true });
    await expect(second).rejects.toThrow();
    session.clearError();
    expect(session.get().error).toBeNull();
  });

  it.each([
    ["login", "Login failed"],
    ["register", "Registration failed"],
  ] as const)("has its own message when the server sends none: %s", async (path, fallback) => {
    server.use(http.post(api(`/auth/${path}`), () => HttpResponse.error()));
    const session = createSessionStore();
    await session.start();
    const attempt =
      path === "login"
        ? session.login(credentials, fallback)
        : session.register(
            { ...credentials, name: "A B", confirmPassword: "Reading1", agreeTerms: true },
            fallback,
          );
    await expect(attempt).rejects.toThrow();
    expect(session.get().error).toBe(fallback);
  });
});

describe("signing out", () => {
  it("calls the server with the token, without waiting for the response", async () => {
    signedInAs(aUser());
    const logout = vi.fn();
    server.use(
      http.get(api("/auth/logout"), ({ request }) => {
        logout(request.headers.get("Authorization"));
        return answer(null);
      }),
    );
    const session = createSessionStore();
    await session.start();
    const done = session.logout();
    expect(session.get()).toMatchObject({ user: null, token: null, authenticated: false });
    expect(localStorage.getItem("token")).toBeNull();
    await done;
    expect(logout).toHaveBeenCalledWith("Bearer a-good-token");
    server.use(
      http.get(api("/books/categories"), ({ request }) =>
        answer(request.headers.get("Authorization")),
      ),
    );
    expect(await call("GET", "/books/categories")).toMatchObject({ data: null });
  });

  it("succeeds in the browser when the server fails, and logs the failure", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    signedInAs(aUser());
    server.use(http.get(api("/auth/logout"), () => failure(500, "internal", "Broken")));
    const session = createSessionStore();
    await session.start();
    await session.logout();
    expect(session.get().authenticated).toBe(false);
    expect(warned).toHaveBeenCalledOnce();
  });
});

describe("a session that ends elsewhere", () => {
  it("ends with the first 401 response", async () => {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    server.use(http.get(api("/books"), () => failure(401, "not_signed_in", "Please log in")));
    await expect(call("GET", "/books")).rejects.toThrow("Please log in");
    expect(session.get().authenticated).toBe(false);
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("follows the sign-in and sign-out of other tabs", async () => {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    localStorage.removeItem("token");
    window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
    expect(session.get().authenticated).toBe(false);
    localStorage.setItem("token", "another");
    window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: "another" }));
    await waitFor(() => expect(session.get().token).toBe("another"));
  });
});

describe("a page that the browser restores from its cache", () => {
  function restore() {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }

  async function started() {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    return session;
  }

  it("has no session after a sign-out in another tab, without a delay", async () => {
    const session = await started();
    localStorage.removeItem("token");
    restore();
    expect(session.get().authenticated).toBe(false);
  });

  it("has no session if it has ended on the server", async () => {
    const session = await started();
    server.use(http.get(api("/auth/me"), () => failure(401, "not_signed_in", "Please log in")));
    restore();
    await waitFor(() => expect(session.get().authenticated).toBe(false));
  });
});

describe("the searches of all persons", () => {
  const searches = () => Object.keys(localStorage).filter((key) => key.startsWith("searches:"));

  async function signedInWithSearches() {
    signedInAs(aUser());
    for (const userId of ["ada", "bob"]) localStorage.setItem(`searches:${userId}`, '["dune"]');
    const session = createSessionStore();
    await session.start();
    expect(searches()).toHaveLength(2);
    return session;
  }

  it("are removed by signing out, before the server responds", async () => {
    const session = await signedInWithSearches();
    server.use(http.get(api("/auth/logout"), () => answer(null)));
    const done = session.logout();
    expect(searches()).toEqual([]);
    await done;
  });

  it("are removed by a 401 response, and kept after another error", async () => {
    await signedInWithSearches();
    server.use(http.get(api("/books"), () => failure(403, "forbidden", "No")));
    await expect(call("GET", "/books")).rejects.toThrow("No");
    expect(searches()).toHaveLength(2);
    server.use(http.get(api("/books"), () => failure(401, "not_signed_in", "Please log in")));
    await expect(call("GET", "/books")).rejects.toThrow("Please log in");
    expect(searches()).toEqual([]);
  });

  it.each([
    ["after a session that has ended", "ended"],
    ["without a session", null],
  ])("are removed at startup %s", async (_when, token) => {
    if (token !== null) localStorage.setItem("token", token);
    localStorage.setItem("searches:ada", '["dune"]');
    await createSessionStore().start();
    expect(searches()).toEqual([]);
  });

  it("stay after a password change", async () => {
    const session = await signedInWithSearches();
    session.tokenRenewed({ user: aUser(), deviceToken: null, token: "renewed" });
    expect(searches()).toHaveLength(2);
  });
});

describe("the profile", () => {
  it("merges the changed details, and stores the new token after a password change", async () => {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    session.profileUpdated({ phone: "+1" });
    expect(session.get().user).toEqual(aUser({ phone: "+1" }));
    session.tokenRenewed({ user: aUser(), deviceToken: null, token: "renewed" });
    expect(localStorage.getItem("token")).toBe("renewed");
    expect(session.get().token).toBe("renewed");
  });
});
