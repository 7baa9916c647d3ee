import { expect, it } from "vitest";
import { pathAfterSignIn, returningTo } from "./return-path.ts";

it("a sign-in leads to the dashboard, or back to a link that needs it", () => {
  const link = "/confirm-email#token=aB-_09";
  expect(pathAfterSignIn(returningTo(link))).toBe(link);
  for (const other of [
    "https://elsewhere.example",
    "//elsewhere.example",
    "/admin",
    `${link}/../admin`,
    "",
  ]) {
    expect(pathAfterSignIn(returningTo(other))).toBe("/dashboard");
  }
  for (const state of [null, undefined, "text", {}, { returnTo: 7 }]) {
    expect(pathAfterSignIn(state)).toBe("/dashboard");
  }
});
