import { describe, expect, it } from "vitest";
import { pathAfterSignIn, returningOf, returningTo } from "./return-path.ts";

describe("a sign-in", () => {
  it.each(["/books?category=Physics&page=2", "/books/book_7", "/confirm-email#token=aB-_09"])(
    "leads back to %s",
    (page) => {
      expect(pathAfterSignIn(returningTo(page), "user_1")).toBe(page);
    },
  );

  it("leads to the dashboard when no page of the app required it", () => {
    for (const other of [
      "https://elsewhere.example",
      "//elsewhere.example",
      "/\\elsewhere.example",
      "/\t/elsewhere.example",
      "books",
      "",
    ]) {
      expect(pathAfterSignIn(returningTo(other), "user_1")).toBe("/dashboard");
    }
    for (const state of [null, undefined, "text", {}, { returnTo: 7 }]) {
      expect(pathAfterSignIn(state, "user_1")).toBe("/dashboard");
    }
  });

  it("does not open the page on which another person's session ended", () => {
    const state = returningTo("/admin/users?user=user_3", "user_1");
    expect(pathAfterSignIn(state, "user_1")).toBe("/admin/users?user=user_3");
    expect(pathAfterSignIn(state, "user_2")).toBe("/dashboard");
    expect(pathAfterSignIn(state, undefined)).toBe("/dashboard");
  });
});

it("the state of a navigation is passed on without other properties", () => {
  const state = { ...returningTo("/books", "user_1"), refusedPage: "/admin" };
  expect(returningOf(state)).toEqual({ returnTo: "/books", returnFor: "user_1" });
  expect(returningOf({ returnTo: "/books", returnFor: 5 })).toEqual({ returnTo: "/books" });
  expect(returningOf({ refusedPage: "/admin" })).toBeNull();
});
