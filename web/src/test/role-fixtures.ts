import type { Permission, Role, Roles, SignedInUser } from "@/api/shapes.ts";

type Known = Roles["permissions"][number];

function permission(
  group: Known["group"],
  code: Permission,
  needs: Permission | null = null,
  reserved = false,
): Known {
  return { code, group, needs, reserved };
}

/** All permissions, in the order of the server. */
const PERMISSIONS: Known[] = [
  permission("member", "read_catalogue"),
  permission("member", "borrow"),
  permission("member", "read_own_record"),
  permission("member", "read_own_borrowings"),
  permission("member", "manage_own_account"),
  permission("member", "confirm_identity"),
  permission("member", "read_own_second_factors"),
  permission("member", "manage_own_second_factors"),
  permission("member", "make_access_tokens"),
  permission("member", "export_own_data"),
  permission("member", "keep_favorites"),
  permission("member", "rate_books"),
  permission("desk", "check_out", "read_any_borrowing"),
  permission("desk", "override_refusals", "check_out"),
  permission("desk", "return_any_borrowing", "read_any_borrowing"),
  permission("desk", "backdate_returns", "return_any_borrowing"),
  permission("desk", "record_payment", "read_any_borrowing"),
  permission("desk", "waive_charges", "record_payment"),
  permission("borrowings", "read_any_borrowing", "read_users"),
  permission("borrowings", "read_any_history", "read_any_borrowing"),
  permission("borrowings", "export_borrowings", "read_any_borrowing"),
  permission("people", "read_users"),
  permission("people", "manage_users", "read_users"),
  permission("people", "make_password_links", "read_users"),
  permission("people", "remove_second_factors", "read_users", true),
  permission("people", "erase_users", "manage_users"),
  permission("people", "manage_staff", "manage_users"),
  permission("catalogue", "read_inventory"),
  permission("catalogue", "manage_catalogue", "read_inventory"),
  permission("catalogue", "moderate_reviews"),
  permission("reports", "read_statistics"),
  permission("reports", "read_audit"),
  permission("reports", "export_audit", "read_audit"),
  permission("settings", "manage_settings"),
  permission("settings", "manage_mail_server", null, true),
  permission("settings", "manage_webhooks", null, true),
  permission("settings", "manage_security", null, true),
  permission("settings", "manage_roles", null, true),
];

const EVERYTHING = PERMISSIONS.map(({ code }) => code);
const OF_MEMBERS = PERMISSIONS.flatMap(({ code, group }) => (group === "member" ? [code] : []));
const OF_ASSISTANTS: Permission[] = [
  ...OF_MEMBERS,
  "check_out",
  "return_any_borrowing",
  "record_payment",
  "read_any_borrowing",
  "read_users",
];
const NOT_OF_LIBRARIANS: ReadonlySet<Permission> = new Set([
  "remove_second_factors",
  "erase_users",
  "manage_staff",
  "read_audit",
  "export_audit",
  "manage_settings",
  "manage_mail_server",
  "manage_webhooks",
  "manage_security",
  "manage_roles",
]);

function role(
  code: string,
  name: string,
  permissions: Permission[],
  parts: Partial<Role> = {},
): Role {
  return {
    code,
    name,
    permissions,
    people: 2,
    builtIn: true,
    fixed: false,
    version: `${code}-1`,
    ...parts,
  };
}

/** The built-in roles, a role with people, and one without. */
export function someRoles(): Roles {
  return {
    roles: [
      role("admin", "Administrator", EVERYTHING, { fixed: true, people: 1 }),
      role(
        "librarian",
        "Librarian",
        EVERYTHING.filter((one) => !NOT_OF_LIBRARIANS.has(one)),
      ),
      role("assistant", "Assistant", OF_ASSISTANTS),
      role("teacher", "Teacher", OF_MEMBERS, { people: 0 }),
      role("student", "Student", OF_MEMBERS, { fixed: true, people: 60 }),
      role("cataloguer", "Cataloguer", [...OF_MEMBERS, "read_inventory", "manage_catalogue"], {
        builtIn: false,
        people: 1,
      }),
      role("helper", "Weekend helper", [...OF_MEMBERS, "moderate_reviews"], {
        builtIn: false,
        people: 0,
      }),
    ],
    permissions: PERMISSIONS,
  };
}

/** The fields of a person with this role. */
export function withRole(code: string): Pick<SignedInUser, "role" | "staffRole" | "permissions"> {
  const found = someRoles().roles.find((one) => one.code === code);
  if (!found) throw new Error(`there is no role ${code}`);
  return {
    role: code === "admin" ? "admin" : "student",
    staffRole: found.fixed ? null : { code, name: found.name },
    permissions: found.permissions,
  };
}
