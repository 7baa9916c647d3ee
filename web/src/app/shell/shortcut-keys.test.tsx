import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { signedInAs } from "@/test/server.ts";

// In a separate file: only the first screen of a file renders slowly enough to be seen before its
// effects run.
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
