import { describe, expect, it } from "vitest";
import { aUser } from "@/test/fixtures/people.ts";
import { nextSession, type Session, type SessionEvent, STARTUP } from "./session-machine.ts";

const user = aUser();
const signedIn: Session = {
  user,
  token: "t",
  authenticated: true,
  loading: false,
  error: null,
  started: true,
  unreachable: false,
};
const nobody: Session = { ...STARTUP, loading: false, started: true };
const failed: Session = { ...nobody, error: "Invalid email or password" };

/** Section 4 of the specification, one row per sentence. */
const TABLE: [what: string, from: Session, event: SessionEvent, to: Session][] = [
  [
    "auth start: loading set, error cleared",
    failed,
    { type: "authStarted" },
    { ...nobody, loading: true },
  ],
  [
    "auth success: user and token stored, authenticated, loading stops",
    { ...nobody, loading: true },
    { type: "authSucceeded", user, token: "t" },
    signedIn,
  ],
  ["auth success at startup", STARTUP, { type: "authSucceeded", user, token: "t" }, signedIn],
  [
    "auth failure: user and token cleared, unauthenticated, error message stored",
    signedIn,
    { type: "authFailed", error: "Failed to load user" },
    { ...nobody, error: "Failed to load user" },
  ],
  [
    "server unreachable: not started, error message stored",
    STARTUP,
    { type: "unreachable", error: "Failed to load user" },
    { ...STARTUP, loading: false, error: "Failed to load user", unreachable: true },
  ],
  ["startup without a token: loading ends", STARTUP, { type: "startedWithoutToken" }, nobody],
  ["logout: user, token and authenticated flag cleared", signedIn, { type: "loggedOut" }, nobody],
  [
    "profile update: returned fields merge into the current user",
    signedIn,
    { type: "profileUpdated", changes: { phone: "+1" } },
    { ...signedIn, user: { ...user, phone: "+1" } },
  ],
  [
    "profile update when nobody is there: nothing",
    nobody,
    { type: "profileUpdated", changes: { phone: "+1" } },
    nobody,
  ],
  ["clear error: error message reset", failed, { type: "errorCleared" }, nobody],
];

describe("the session", () => {
  it("starts loading and unauthenticated", () => {
    expect(STARTUP).toEqual({
      user: null,
      token: null,
      authenticated: false,
      loading: true,
      error: null,
      started: false,
      unreachable: false,
    });
  });

  it.each(TABLE)("%s", (_what, from, event, to) => {
    expect(nextSession(from, event)).toEqual(to);
  });
});
