import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "@/test/fixtures.ts";
import { renderApp } from "@/test/render-app.tsx";
import { signedInAs } from "@/test/server.ts";

// Alone in its file: only the first screen of all takes long enough to be seen before its effects.
it("handles a key that is pressed as soon as the screen appears", async () => {
  signedInAs(aUser());
  const observer = new MutationObserver(() => {
    if (!screen.queryByRole("heading", { level: 1, name: "Profile" })) return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await renderApp("/profile");
  expect(await screen.findByRole("dialog", { name: "Search" })).toBeVisible();
});
