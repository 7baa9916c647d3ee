import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { loadMemberTexts } from "@/lib/i18n/index.ts";

export type Load = () => Promise<{ default: ComponentType }>;

/** A route whose code is fetched when it is first visited. */
export function screen(path: string, load: Load): RouteObject {
  return { path, lazy: async () => ({ Component: (await load()).default }) };
}

/** The same for signed-in people, with the texts that visitors don't need. */
export function memberScreen(path: string, load: Load): RouteObject {
  return screen(path, async () => (await Promise.all([load(), loadMemberTexts()]))[0]);
}
