import { describe, expect, it } from "vitest";
import { checkPasswords, NO_PASSWORDS } from "./password-checks.ts";

const RULES = { leastLength: 6, passphraseLength: null };
const SHORT = { key: "auth.validation.passwordShort", values: { least: 6 } };
const good = { currentPassword: "Old-one-1", newPassword: "Quieter2", confirmPassword: "Quieter2" };

describe("checkPasswords", () => {
  it("accepts a valid change", () => {
    expect(Object.values(checkPasswords(RULES, good)).filter(Boolean)).toEqual([]);
  });

  it("requires all three fields", () => {
    expect(checkPasswords(RULES, NO_PASSWORDS)).toEqual({
      currentPassword: "profile.password.currentRequired",
      newPassword: "auth.validation.passwordRequired",
      confirmPassword: "auth.validation.confirmRequired",
    });
  });

  it("accepts a short current password, which only the server can check", () => {
    expect(checkPasswords(RULES, { ...good, currentPassword: "Old" }).currentPassword).toBe(
      undefined,
    );
  });

  it.each([
    [{ newPassword: "Short" }, "newPassword", SHORT],
    [{ newPassword: "quieter2" }, "newPassword", "auth.validation.passwordWeak"],
    [{ confirmPassword: "Quieter3" }, "confirmPassword", "auth.validation.confirmDiffers"],
  ] as const)("rejects %j", (changes, field, problem) => {
    expect(checkPasswords(RULES, { ...good, ...changes })[field]).toEqual(problem);
  });
});
