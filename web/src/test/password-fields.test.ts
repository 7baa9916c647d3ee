import { describe, expect, it } from "vitest";
import { sources } from "./sources.ts";

/** A token, which password managers should not offer to store. */
const TOKEN_FIELD = "features/api-docs/caller-choice.tsx";

/** Takes pictures that are pasted, and has no password. */
const COVER_FIELD = "features/admin-books/cover-field.tsx";

/** The attributes of each password field of a file. */
function passwordFields(text: string): string[] {
  return text
    .split("<PasswordInput")
    .slice(1)
    .map((rest) => rest.split("/>")[0] ?? "");
}

describe("password fields", () => {
  const files = sources().filter(({ path }) => !path.startsWith("app/dev/"));

  it("tell password managers which password they are for", () => {
    const fields = files.flatMap(({ path, text }) =>
      passwordFields(text).map((attributes) => ({ path, attributes })),
    );
    expect(fields.length).toBeGreaterThan(10);
    for (const { path, attributes } of fields) {
      const purpose = /autoComplete="([^"]*)"/.exec(attributes)?.[1];
      const allowed = path === TOKEN_FIELD ? ["off"] : ["current-password", "new-password"];
      expect(allowed, path).toContain(purpose);
    }
  });

  it("are only those of the kit, and allow pasting", () => {
    for (const { path, text } of files) {
      if (path !== "ui/password-input.tsx") {
        expect(text, path).not.toContain('type="password"');
      }
      if (path !== COVER_FIELD) expect(text, path).not.toContain("onPaste");
    }
  });
});
