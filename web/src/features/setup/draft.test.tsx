import { afterEach, describe, expect, it } from "vitest";
import { forgetDraft, freshDraft, problemsOf, stepOf, storeDraft, storedDraft } from "./draft.ts";

afterEach(forgetDraft);

describe("the draft of a set-up", () => {
  it("survives a reload, except the password", () => {
    const draft = {
      ...freshDraft(),
      libraryName: "Town Library",
      password: "Reading1",
      confirmPassword: "Reading1",
    };
    storeDraft(draft);
    expect(storedDraft()).toEqual({ ...draft, password: "", confirmPassword: "" });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("Reading1");
  });

  it.each(["null", "[", '"text"'])("starts empty when the stored draft is %s", (kept) => {
    sessionStorage.setItem("setup-draft", kept);
    expect(storedDraft()).toEqual(freshDraft());
  });

  it("takes no prototype from the storage", () => {
    sessionStorage.setItem("setup-draft", '{"__proto__":{"name":"Mallory"},"constructor":1}');
    const draft = storedDraft();
    expect(draft.name).toBe("");
    expect(Object.getPrototypeOf(draft)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).name).toBeUndefined();
  });

  it("is validated step by step", () => {
    const draft = freshDraft();
    expect(problemsOf("library", draft).libraryName).toBe("setup.library.nameRequired");
    expect(problemsOf("opening", draft).closedWeekdays).toBeUndefined();
    expect(problemsOf("administrator", draft)).toMatchObject({
      name: "auth.validation.nameRequired",
      email: "auth.validation.emailRequired",
      password: "auth.validation.passwordRequired",
      confirmPassword: "auth.validation.confirmRequired",
    });
  });

  it.each([
    ["Europe/Prague", undefined],
    [" Asia/Kolkata ", undefined],
    ["UTC", undefined],
    ["", "setup.library.zoneRequired"],
    ["Prague", "setup.library.zoneUnknown"],
    ["Europe/Nowhere", "setup.library.zoneUnknown"],
    ["+02:00", "setup.library.zoneUnknown"],
  ])("validates the time zone %j at its step", (timeZone, problem) => {
    expect(problemsOf("library", { ...freshDraft(), timeZone }).timeZone).toBe(problem);
  });

  it("finds the step of a rejected field", () => {
    expect(["timeZone", "closedWeekdays", "email", "token"].map(stepOf)).toEqual([
      "library",
      "opening",
      "administrator",
      undefined,
    ]);
  });
});
