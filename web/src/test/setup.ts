import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "./server.ts";

// Screens fetch their code when they are first shown, which on a busy machine takes its time.
configure({ asyncUtilTimeout: 8_000 });

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

afterEach(() => {
  cleanup();
  localStorage.clear();
  server.resetHandlers();
});

// What jsdom lacks, as far as the components ask for it.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
}));
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
