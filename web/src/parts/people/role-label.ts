import type { StaffRole } from "@/api/shapes.ts";
import type { TextKey, Translate } from "@/lib/i18n/index.ts";

/** The roles of every new library: the name that the server gives them, and its translation. */
const OF_NEW_LIBRARY: Record<string, readonly [name: string, key: TextKey]> = {
  admin: ["Administrator", "profile.role.admin"],
  librarian: ["Librarian", "profile.role.librarian"],
  assistant: ["Assistant", "profile.role.assistant"],
  teacher: ["Teacher", "profile.role.teacher"],
  student: ["Student", "profile.role.student"],
};

/** The name of a role in the reader's language; the library's own words are shown as they are. */
export function roleLabel({ code, name }: Pick<StaffRole, "code" | "name">, t: Translate): string {
  const [usual, key] = OF_NEW_LIBRARY[code] ?? [];
  return key !== undefined && name === usual ? t(key) : name;
}
