import type { Permission } from "@/api/shapes.ts";

/** Who may open a screen, as its declaration says it (`lib/screens/declaration.ts`). */
export type Access =
  | "everyone"
  | "visitors"
  | "home"
  | "members"
  | "readers"
  | readonly Permission[];

/** What the route of each screen carries for the guard. */
export interface ScreenHandle {
  access: Access;
}

export function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === "object" && handle !== null && "access" in handle;
}
