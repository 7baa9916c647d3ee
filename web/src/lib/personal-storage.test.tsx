import { expect, it } from "vitest";
import { personalKey, removePersonalData } from "./personal-storage.ts";

it("removes the data of all persons and nothing else", () => {
  for (const userId of ["ada", "bob", "cyd", ""]) {
    localStorage.setItem(personalKey("searches", userId), '["dune"]');
  }
  localStorage.setItem("theme", "dark");
  removePersonalData();
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});
