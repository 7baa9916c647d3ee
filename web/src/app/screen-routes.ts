import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import type { Group } from "@/lib/i18n/groups.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import type { Declaration, MenuEntry } from "@/lib/screens/declaration.ts";
import type { Access, ScreenHandle } from "./access.ts";
import { canPrefetch } from "./prefetch.ts";
import { screenOnDemand } from "./screen-on-demand.tsx";

/** A declaration in which the compiler checks the names. */
export interface Screen extends Declaration {
  access: Access;
  texts?: readonly Group[];
  menu?: MenuEntry & { label: TextKey; shortcut: TextKey };
}

/** The result of `import.meta.glob`: loads a file by its path. */
export type ScreenFiles = Record<string, () => Promise<unknown>>;

/** The routes of declared screens; the code of each is fetched on its first visit. */
export function routesOf(screens: readonly Screen[], files: ScreenFiles): RouteObject[] {
  const routes: RouteObject[] = [];
  const frames = new Map<string, RouteObject[]>();
  for (const screen of screens) {
    const load = loaderOf(screen.file, files, textsOf(screen));
    canPrefetch(screen, load);
    const route: RouteObject = {
      path: screen.path,
      handle: { access: screen.access } satisfies ScreenHandle,
      lazy: lazily(load),
    };
    if (screen.frame === undefined) {
      routes.push(route);
      continue;
    }
    const inFrame = frames.get(screen.frame);
    if (inFrame) inFrame.push(route);
    else {
      const children = [route];
      frames.set(screen.frame, children);
      routes.push({ lazy: lazily(loaderOf(screen.frame, files, textsOf(screen))), children });
    }
  }
  return routes;
}

function textsOf({ access, texts = [] }: Screen): readonly Group[] {
  if (typeof access !== "string") return ["members", "staff", ...texts];
  return access === "members" || access === "readers" ? ["members", ...texts] : texts;
}

type LoadComponent = () => Promise<ComponentType>;

function loaderOf(file: string, files: ScreenFiles, texts: readonly Group[]): LoadComponent {
  const load = files[`../features/${file}.tsx`];
  if (!load) throw new Error(`there is no file features/${file}.tsx`);
  return async () => {
    const [module] = await Promise.all([load(), ...texts.map(loadTexts)]);
    // Every declared file exports its component as the default; a test opens each screen.
    return (module as { default: ComponentType }).default;
  };
}

/**
 * A route caches the result of `lazy`: after a failure, it gets a component that can retry the
 * load.
 */
function lazily(load: LoadComponent) {
  return async () => ({ Component: await load().catch(() => screenOnDemand(load)) });
}
