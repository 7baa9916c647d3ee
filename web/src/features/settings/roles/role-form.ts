import { GROUP_TEXTS, PERMISSION_TEXTS, type StaffPermission } from "@/api/permission-words.ts";
import type { Permission, Role, Roles } from "@/api/shapes.ts";
import { NEW_ROLE_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";

/** A permission, with the one that it needs. */
type Known = Pick<Roles["permissions"][number], "code" | "needs">;

export interface RoleValues {
  name: string;
  /** Without the permissions that every role has. */
  permissions: readonly Permission[];
}

/** The values of the form: those of a role, or of a new one. */
export function valuesOf(role: Role | null): RoleValues {
  return { name: role?.name ?? "", permissions: role?.permissions.filter(isOfStaff) ?? [] };
}

/** Whether a role may lack the permission. */
export function isOfStaff(permission: Permission): permission is StaffPermission {
  return permission in PERMISSION_TEXTS;
}

/** The permissions of staff by group, in the order of the server. */
export function grouped(permissions: Roles["permissions"]) {
  const groups = Object.keys(GROUP_TEXTS) as (keyof typeof GROUP_TEXTS)[];
  return groups.map((group) => ({
    group,
    permissions: permissions.flatMap(({ group: own, code, reserved }) =>
      own === group && isOfStaff(code) ? [{ code, reserved }] : [],
    ),
  }));
}

/** Adds a permission, and the permissions that it needs, to the chosen ones. */
export function withPermission(
  known: readonly Known[],
  chosen: readonly Permission[],
  added: Permission,
): readonly Permission[] {
  const next = chosen.includes(added) ? chosen : [...chosen, added];
  const needs = known.find(({ code }) => code === added)?.needs;
  return needs ? withPermission(known, next, needs) : next;
}

/** Removes a permission, and the permissions that need it, from the chosen ones. */
export function withoutPermission(
  known: readonly Known[],
  chosen: readonly Permission[],
  removed: Permission,
): readonly Permission[] {
  const rest: readonly Permission[] = chosen.filter((one) => one !== removed);
  const dependent = known.filter(({ code, needs }) => needs === removed && rest.includes(code));
  return dependent.reduce<readonly Permission[]>(
    (left, { code }) => withoutPermission(known, left, code),
    rest,
  );
}

/** Checks the form as the server will; lengths count characters. */
export function roleProblems({ name }: RoleValues): Problems<RoleValues> {
  const length = [...name.trim()].length;
  if (length === 0) return { name: "settings.roles.nameRequired" };
  return length > NEW_ROLE_FORM.name.max ? { name: "settings.roles.nameLong" } : {};
}
