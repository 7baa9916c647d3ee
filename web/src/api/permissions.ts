import { useCurrentUser } from "./session/session-context.tsx";
import type { Permission, SignedInUser, StaffRole, User } from "./shapes.ts";

/** Whether a person has a permission; false before the sign-in. */
export function may(
  user: Pick<SignedInUser, "permissions"> | null,
  permission: Permission,
): boolean {
  return user?.permissions.includes(permission) ?? false;
}

/** Checks the permissions of the signed-in person: `const may = useMay()`, then `may("read_users")`. */
export function useMay(): (permission: Permission) => boolean {
  const user = useCurrentUser();
  return (permission) => may(user, permission);
}

/** The part of a role that these checks need. */
interface KnownRole {
  code: string;
  permissions: readonly Permission[];
}

/** The code of a person's role: `admin`, `student` or that of another role. */
export function roleCodeOf({ role, staffRole }: Pick<User, "role" | "staffRole">): string {
  return staffRole?.code ?? role;
}

/** Whether `me` may assign this role: people can grant and revoke only permissions that they have. */
export function mayGive(me: SignedInUser | null, role: KnownRole): boolean {
  return may(me, "manage_staff") && role.permissions.every((one) => may(me, one));
}

/**
 * Whether `me` may use `permission` on a person's account. For accounts of staff, `me` also needs the permission to
 * manage staff and all permissions of their role. While the roles are loading, this is false for staff.
 */
export function mayTouch(
  me: SignedInUser | null,
  permission: Permission,
  person: { role: User["role"]; staffRole: StaffRole | null },
  roles: readonly KnownRole[] | undefined,
): boolean {
  if (!may(me, permission)) return false;
  const code = roleCodeOf(person);
  if (code === "student") return true;
  const role = roles?.find((one) => one.code === code);
  if (!role) return false;
  const student = roles?.find((one) => one.code === "student");
  const isStaff = role.permissions.some((one) => !student?.permissions.includes(one));
  return isStaff ? mayGive(me, role) : role.permissions.every((one) => may(me, one));
}
