import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from "vitest";
import { loadMemberTexts } from "@/lib/i18n/index.ts";
import { server } from "./server.ts";

// Screens load their code when they are first shown, which is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

let consoleErrors: MockInstance<typeof console.error>;

// A test may render a part of a screen without the route that fetches its texts.
await loadMemberTexts();

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

beforeEach(() => {
  consoleErrors = vi.spyOn(console, "error");
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
  // React and the router only log these errors, so a test would otherwise pass.
  expect(consoleErrors.mock.calls.filter((call) => !isAboutJsdom(call))).toEqual([]);
});

/** jsdom does not support the search element yet. */
function isAboutJsdom([format, element]: unknown[]): boolean {
  return element === "search" && String(format).startsWith("The tag <%s> is unrecognized");
}

// Browser features that the components use and jsdom lacks.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
