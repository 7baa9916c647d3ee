import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "../client.ts";
import type { Answer, NewRole, Role, RoleChange, Roles } from "../shapes.ts";

const KEY = ["admin", "roles"] as const;

/** The roles and the permissions that there are. */
export function useRoles({ enabled = true } = {}) {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call<Answer<Roles>>("GET", "/admin/roles", { signal })).data,
    enabled,
  });
}

/** Adds a role. */
export function useAddRole() {
  const reload = useReload();
  return useMutation({
    mutationFn: async (role: NewRole) =>
      (await call<Answer<Role>>("POST", "/admin/roles", { body: role })).data,
    onSuccess: reload,
  });
}

/** Changes a role; people and their lists show its name. */
export function useChangeRole(code: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: async (change: RoleChange) =>
      (await call<Answer<Role>>("PUT", `/admin/roles/${segment(code)}`, { body: change })).data,
    onSuccess: reload,
  });
}

/** Removes a role that nobody has. */
export function useRemoveRole(code: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: () => call<Answer<null>>("DELETE", `/admin/roles/${segment(code)}`),
    onSuccess: reload,
  });
}

function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      client.invalidateQueries({ queryKey: ["admin", "users"] }),
    ]);
}
