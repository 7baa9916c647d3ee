import { afterEach, describe, expect, it } from "vitest";
import { forgetDraft, freshDraft, keepDraft, keptDraft, problemsOf, stepOf } from "./draft.ts";

afterEach(forgetDraft);

describe("the draft of a set-up", () => {
  it("survives a reload, but for the password", () => {
    const draft = {
      ...freshDraft(),
      libraryName: "Town Library",
      password: "Reading1",
      confirmPassword: "Reading1",
    };
    keepDraft(draft);
    expect(keptDraft()).toEqual({ ...draft, password: "", confirmPassword: "" });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("Reading1");
  });

  it.each(["null", "[", '"text"'])("begins anew when what was kept is %s", (kept) => {
    sessionStorage.setItem("setup-draft", kept);
    expect(keptDraft()).toEqual(freshDraft());
  });

  it("is checked step by step", () => {
    const draft = freshDraft();
    expect(problemsOf("library", draft).libraryName).toBe("setup.library.nameRequired");
    expect(problemsOf("opening", draft).closedWeekdays).toBeUndefined();
    expect(problemsOf("administrator", draft)).toMatchObject({
      name: "auth.validation.nameRequired",
      email: "auth.validation.emailRequired",
      password: "auth.validation.passwordRequired",
      confirmPassword: "auth.validation.confirmRequired",
    });
    expect(problemsOf("books", draft)).toEqual({});
  });

  it("knows where a refused field is", () => {
    expect(["timeZone", "closedWeekdays", "email", "token"].map(stepOf)).toEqual([
      "library",
      "opening",
      "administrator",
      undefined,
    ]);
  });
});
