import { describe, expect, it } from "vitest";
import { withRole } from "@/test/fixtures/roles.ts";
import { checkToken, NO_TOKEN, SCOPES, scopesFor, scopeText, tokenForm } from "./token-form.ts";

describe("the form of an access token", () => {
  it("requires a name and a scope", () => {
    expect(checkToken(NO_TOKEN)).toEqual({
      name: "profile.tokens.nameRequired",
      scopes: "profile.tokens.scopesRequired",
    });
    expect(checkToken({ ...NO_TOKEN, name: "n".repeat(101) }).name).toBe(
      "profile.tokens.nameTooLong",
    );
    const good = checkToken({ name: " A script ", scopes: ["catalogue:read"], days: "7" });
    expect(Object.values(good).filter(Boolean)).toEqual([]);
  });

  it("offers the scopes that the person's permissions allow", () => {
    expect(scopesFor(withRole("admin"))).toEqual(SCOPES);
    expect(scopesFor(withRole("assistant"))).toEqual([
      "catalogue:read",
      "borrowings:read",
      "borrowings:write",
      "reading:write",
      "people:read",
    ]);
    expect(scopesFor(withRole("student"))).toEqual([
      "catalogue:read",
      "borrowings:read",
      "borrowings:write",
      "reading:write",
    ]);
  });

  it("is converted to the request body", () => {
    expect(tokenForm({ name: " A script ", scopes: ["people:read"], days: "30" })).toEqual({
      name: "A script",
      scopes: ["people:read"],
      expiresInDays: 30,
    });
  });

  it.each([
    ["student", "borrow", "ownBorrowings"],
    ["assistant", "borrowingsWrite", "borrowingsRead"],
    ["admin", "borrowingsWrite", "borrowingsRead"],
  ])("describes each scope by what it allows the person: %s", (role, write, read) => {
    expect(scopeText("borrowings:write", withRole(role))).toBe(`profile.tokens.scope.${write}`);
    expect(scopeText("borrowings:read", withRole(role))).toBe(`profile.tokens.scope.${read}`);
  });
});
