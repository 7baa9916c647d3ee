import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { roleKeys } from "../keys/staff.ts";
import type { NewRole, RoleChange } from "../shapes.ts";
import { useChange } from "../use-change.ts";

/** All roles and all permissions. */
export function useRoles({ enabled = true } = {}) {
  return useQuery({
    queryKey: roleKeys.all,
    queryFn: async ({ signal }) => (await call("GET", "/admin/roles", { signal })).data,
    enabled,
  });
}

/** Adds a role. */
export function useAddRole() {
  return useChange({
    call: async (role: NewRole) => (await call("POST", "/admin/roles", { body: role })).data,
    changes: "role",
  });
}

/** Changes a role, whose name lists of people show. */
export function useChangeRole(code: string) {
  return useChange({
    call: async (change: RoleChange) =>
      (await call("PUT", "/admin/roles/{code}", { path: { code }, body: change })).data,
    changes: "role",
  });
}

/** Removes a role without people. */
export function useRemoveRole(code: string) {
  return useChange({
    call: () => call("DELETE", "/admin/roles/{code}", { path: { code } }),
    changes: "role",
  });
}
