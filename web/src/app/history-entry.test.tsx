import { afterEach, describe, expect, it } from "vitest";
import { createRouter } from "./routes.tsx";

afterEach(() => window.history.replaceState(null, "", "/"));

/** The key under which the router saves the scroll position of the open page. */
function keyOfOpenPage(): string {
  const router = createRouter();
  const { key } = router.state.location;
  router.dispose();
  return key;
}

describe("a page opened by its address", () => {
  it("has its own scroll position, which a reload restores", () => {
    window.history.replaceState(null, "", "/help");
    const first = keyOfOpenPage();
    expect(keyOfOpenPage()).toBe(first);
    window.history.replaceState(null, "", "/terms");
    expect(keyOfOpenPage()).not.toBe(first);
    expect(first).not.toBe("default");
  });
});
