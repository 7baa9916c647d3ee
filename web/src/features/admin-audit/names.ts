import { useMay } from "@/api/permissions.ts";
import { useKinds } from "@/api/queries/kinds.ts";
import { useRoles } from "@/api/queries/roles.ts";
import type { AuditLogEntry } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { roleLabel } from "@/parts/people/role-label.ts";

/** The library's own names by code, and the names of people in the entries by id. */
export interface Names {
  roles: ReadonlyMap<string, string>;
  patronCategories: ReadonlyMap<string, string>;
  itemTypes: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
}

/** The current names of what the entries have; those that cannot be loaded are missing. */
export function useNames(entries: readonly AuditLogEntry[]): Names {
  const { t } = useTranslation();
  const may = useMay();
  const values = JSON.stringify(entries.map(({ before, after }) => [before, after]));
  const has = (...names: readonly string[]) => names.some((name) => values.includes(`"${name}":`));
  const hasRoles = has("role") || entries.some(({ subject }) => subject.startsWith("role."));
  const roles = useRoles({ enabled: may("read_users") && hasRoles }).data?.roles;
  const kinds = useKinds({ enabled: has("patronCategory", "itemType") }).data;
  const people = entries.flatMap(({ actor, user }) => [actor, user]);
  return {
    roles: byCode(roles?.map((role) => ({ ...role, name: roleLabel(role, t) }))),
    patronCategories: byCode(kinds?.patronCategories),
    itemTypes: byCode(kinds?.itemTypes),
    people: new Map(people.flatMap((one) => (one?.name ? [[one._id, one.name]] : []))),
  };
}

function byCode(list: readonly { code: string; name: string }[] = []): ReadonlyMap<string, string> {
  return new Map(list.map(({ code, name }) => [code, name]));
}
