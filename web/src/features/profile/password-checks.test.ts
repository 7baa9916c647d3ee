import { describe, expect, it } from "vitest";
import { checkPasswords, NO_PASSWORDS } from "./password-checks.ts";

const good = { currentPassword: "Old-one-1", newPassword: "Quieter2", confirmPassword: "Quieter2" };

describe("checkPasswords", () => {
  it("accepts a valid change", () => {
    expect(Object.values(checkPasswords(good)).filter(Boolean)).toEqual([]);
  });

  it("requires all three fields", () => {
    expect(checkPasswords(NO_PASSWORDS)).toEqual({
      currentPassword: "auth.validation.passwordRequired",
      newPassword: "auth.validation.passwordRequired",
      confirmPassword: "auth.validation.confirmRequired",
    });
  });

  it.each([
    [{ newPassword: "Short" }, "newPassword", "auth.validation.passwordShort"],
    [{ newPassword: "quieter2" }, "newPassword", "auth.validation.passwordWeak"],
    [{ confirmPassword: "Quieter3" }, "confirmPassword", "auth.validation.confirmDiffers"],
  ] as const)("rejects %j", (changes, field, problem) => {
    expect(checkPasswords({ ...good, ...changes })[field]).toBe(problem);
  });
});
