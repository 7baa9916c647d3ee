import type { MEMBER_SCREENS } from "./members.ts";
import type { PUBLIC_SCREENS } from "./public.ts";
import type { STAFF_SCREENS } from "./staff.ts";

/** The path pattern of a declared screen. */
export type ScreenPath = (
  | (typeof PUBLIC_SCREENS)[number]
  | (typeof MEMBER_SCREENS)[number]
  | (typeof STAFF_SCREENS)[number]
)["path"];

/** The names of the placeholders in a pattern: `id` in `/books/:id`. */
type NamesOf<Pattern extends string> = Pattern extends `${string}:${infer Name}`
  ? Name extends `${infer First}/${infer Rest}`
    ? First | NamesOf<Rest>
    : Name
  : never;

type Value = string | number | boolean | readonly (string | number)[] | null | undefined;

/**
 * The address of a screen: `pathTo("/books/:id", { id })`. Other values become its query; a list becomes one parameter for
 * each of its values, and null, undefined and empty texts are left out.
 */
export function pathTo<Pattern extends ScreenPath>(
  pattern: Pattern,
  values: Record<NamesOf<Pattern>, string> & Readonly<Record<string, Value>>,
): string {
  const query = new URLSearchParams();
  let path: string = pattern;
  for (const [name, value] of Object.entries<Value>(values)) {
    const place = `:${name}`;
    if (typeof value === "string" && path.split("/").includes(place)) {
      path = path.replace(place, encodeURIComponent(value));
      continue;
    }
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") query.append(name, String(one));
    }
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
