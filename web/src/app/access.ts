import type { Permission } from "@/api/shapes.ts";

/** The people who may open a screen, from its declaration (`lib/screens/declaration.ts`). */
export type Access =
  | "everyone"
  | "visitors"
  | "home"
  | "members"
  | "readers"
  | readonly Permission[];

/** The data of a screen's route that the guard reads. */
export interface ScreenHandle {
  access: Access;
}

export function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === "object" && handle !== null && "access" in handle;
}
