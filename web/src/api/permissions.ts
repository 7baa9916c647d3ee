import { useCurrentUser } from "./session/session-context.tsx";
import type { Permission, SignedInUser, StaffRole, User } from "./shapes.ts";

/** Whether a person may do something; nobody may do anything before the sign-in. */
export function may(
  user: Pick<SignedInUser, "permissions"> | null,
  permission: Permission,
): boolean {
  return user?.permissions.includes(permission) ?? false;
}

/** Asks what the signed-in person may do: `const may = useMay()`, then `may("read_users")`. */
export function useMay(): (permission: Permission) => boolean {
  const user = useCurrentUser();
  return (permission) => may(user, permission);
}

/** A role, as far as it matters for what may be done to its people. */
interface KnownRole {
  code: string;
  permissions: readonly Permission[];
}

/** The code of a person's role: `admin`, `student` or that of another role. */
export function roleCodeOf({ role, staffRole }: Pick<User, "role" | "staffRole">): string {
  return staffRole?.code ?? role;
}

/** Whether a person with this role may have it from `me`: nobody gives or takes more than they hold. */
export function mayGive(me: SignedInUser | null, role: KnownRole): boolean {
  return may(me, "manage_staff") && role.permissions.every((one) => may(me, one));
}

/**
 * Whether `me` may do something with `permission` to a person's account. It takes more for staff: the permission to
 * manage staff, and everything that their role allows. While the roles are loading, staff count as out of reach.
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
