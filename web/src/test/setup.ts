import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from "vitest";
import { loadMemberTexts } from "@/lib/i18n/index.ts";
import { server } from "./server.ts";

// Screens load their code when they are first shown, which is slow on a busy machine.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 15_000,
  // While a query is repeated, its failures are not printed with the document, which took a tenth of the time. The last one is.
  getElementError: (message, container) =>
    isRepeating() ? new Error(message ?? "") : getElementError(message, container),
}));

let consoleErrors: MockInstance<typeof console.error>;

/** The channels between the tabs that the running test opened. */
const channels: BroadcastChannel[] = [];

// A test may render a part of a screen without the route that fetches its texts.
await loadMemberTexts();

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

beforeEach(() => {
  class RecordedChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  }
  vi.stubGlobal("BroadcastChannel", RecordedChannel);
  consoleErrors = vi.spyOn(console, "error");
});

afterEach(() => {
  cleanup();
  // Otherwise the tabs of this test reply to those of later ones.
  for (const channel of channels.splice(0)) channel.close();
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
  // React and the router only log these errors, so a test would otherwise pass.
  expect(consoleErrors.mock.calls.filter((call) => !isAboutJsdom(call))).toEqual([]);
});

/** Whether `waitFor` or `findBy…` runs a query that it will run again. */
function isRepeating(): boolean {
  const config: object = getConfig();
  return (
    "_disableExpensiveErrorDiagnostics" in config &&
    config._disableExpensiveErrorDiagnostics === true
  );
}

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
