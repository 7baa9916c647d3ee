import { act, fireEvent, screen } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, server, signedInAs } from "@/test/server.ts";

const MINUTE_MS = 60_000;
const user = aUser({ idleMinutes: 10 });

let signOuts = 0;
let uses = 0;

beforeEach(() => {
  signOuts = 0;
  uses = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

/** The code of a screen may load slowly on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });

const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS));

async function open() {
  signedInAs(user);
  const app = await renderApp("/profile");
  await screen.findByRole("heading", { level: 1 });
  // Waits for the code that watches the activity.
  await eventually(() => expect(localStorage.getItem(`activity:${user._id}`)).not.toBeNull());
  server.use(
    http.get(api("/auth/logout"), () => {
      signOuts += 1;
      return answer(null);
    }),
    http.get(api("/auth/me"), () => {
      uses += 1;
      return answer({ ...user });
    }),
  );
  return app;
}

it("asks one minute before the end, and then opens the home page without a session", async () => {
  const { router } = await open();
  localStorage.setItem(`searches:${user._id}`, "[]");
  await pass(7.9);
  expect(screen.queryByRole("dialog")).toBeNull();
  await pass(0.2);
  expect(await screen.findByRole("dialog", { name: "Are you still there?" })).toBeVisible();
  expect(signOuts).toBe(0);
  await pass(1);
  await eventually(() => expect(router.state.location.pathname).toBe("/"));
  expect(signOuts).toBe(1);
  expect(Object.keys(localStorage).filter((key) => key.endsWith(user._id))).toEqual([]);
  expect(localStorage.getItem("token")).toBeNull();
  await pass(5);
  expect(screen.getByText("You were signed out because the page was not used.")).toBeVisible();
});

it("keeps the session when the person chooses to stay, and calls the server", async () => {
  await open();
  await pass(8.1);
  fireEvent.click(await screen.findByRole("button", { name: "Stay signed in" }));
  await eventually(() => expect(uses).toBe(1));
  await pass(7.9);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(signOuts).toBe(0);
});

it("counts each use of the page, and calls the server at most once per tenth of the idle time", async () => {
  await open();
  for (let minute = 0; minute < 20; minute += 1) {
    await pass(1);
    fireEvent.keyDown(document.body, { key: "a" });
  }
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(uses).toBeGreaterThan(8);
  expect(uses).toBeLessThanOrEqual(20);
});

it("counts activity in another tab", async () => {
  await open();
  await pass(8.1);
  await screen.findByRole("dialog");
  localStorage.setItem(`activity:${user._id}`, String(Date.now()));
  fireEvent(window, new StorageEvent("storage", { key: `activity:${user._id}` }));
  await eventually(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(signOuts).toBe(0);
});

it("does not ask a person who has signed out in another tab", async () => {
  await open();
  localStorage.removeItem(`activity:${user._id}`);
  fireEvent(window, new StorageEvent("storage", { key: `activity:${user._id}` }));
  await pass(0.1);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("ends the session at once when the computer slept for longer than the idle time", async () => {
  const { router } = await open();
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  fireEvent(document, new Event("visibilitychange"));
  await eventually(() => expect(router.state.location.pathname).toBe("/"));
  expect(signOuts).toBe(1);
});

it("does not end a remembered session", async () => {
  signedInAs(aUser());
  await renderApp("/profile");
  await screen.findByRole("heading", { level: 1 });
  await pass(120);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(localStorage.getItem("token")).not.toBeNull();
});
