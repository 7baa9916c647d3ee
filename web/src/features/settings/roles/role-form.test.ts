import { describe, expect, it } from "vitest";
import { someRoles } from "@/test/fixtures/roles.ts";
import { grouped, roleProblems, valuesOf, withoutPermission, withPermission } from "./role-form.ts";

const { roles, permissions } = someRoles();

describe("a chosen permission", () => {
  it("adds the permissions that it needs, each once", () => {
    expect(withPermission(permissions, [], "read_statistics")).toEqual(["read_statistics"]);
    expect(withPermission(permissions, ["read_users"], "waive_charges")).toEqual([
      "read_users",
      "waive_charges",
      "record_payment",
      "read_any_borrowing",
    ]);
  });

  it("is removed together with the permissions that need it", () => {
    const chosen = withPermission(
      permissions,
      ["read_statistics", "manage_users"],
      "waive_charges",
    );
    expect(withoutPermission(permissions, chosen, "waive_charges")).not.toContain("waive_charges");
    expect(withoutPermission(permissions, chosen, "waive_charges")).toContain("record_payment");
    expect(withoutPermission(permissions, chosen, "read_users")).toEqual(["read_statistics"]);
  });
});

describe("the form of a role", () => {
  it("lists every optional permission by group", () => {
    const shown = grouped(permissions).flatMap((group) => group.permissions);
    const mayLack = permissions.filter(({ group }) => group !== "member");
    expect(shown.map(({ code }) => code)).toEqual(mayLack.map(({ code }) => code));
  });

  it("starts with the optional permissions of the role", () => {
    const assistant = roles.find(({ code }) => code === "assistant") ?? null;
    expect(valuesOf(assistant).permissions).toEqual([
      "check_out",
      "return_any_borrowing",
      "record_payment",
      "read_any_borrowing",
      "read_users",
    ]);
    expect(valuesOf(null)).toEqual({ name: "", permissions: [] });
  });

  it.each([
    [" ", "settings.roles.nameRequired"],
    ["x".repeat(51), "settings.roles.nameLong"],
    ["📚".repeat(50), undefined],
  ])("checks the name %j", (name, problem) => {
    expect(roleProblems({ name, permissions: [] }).name).toBe(problem);
  });
});
