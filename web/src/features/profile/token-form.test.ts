import { describe, expect, it } from "vitest";
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

  it("offers students the scopes for students", () => {
    expect(scopesFor("admin")).toEqual(SCOPES);
    expect(scopesFor("student")).toEqual([
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

  it("words a scope by what it allows the role", () => {
    const words = { student: "borrow", admin: "borrowingsWrite" } as const;
    for (const role of ["student", "admin"] as const) {
      expect(scopeText("borrowings:write", role)).toBe(`profile.tokens.scope.${words[role]}`);
    }
  });
});
