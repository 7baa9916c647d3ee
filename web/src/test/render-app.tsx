import { render } from "@testing-library/react";
import { createMemoryRouter, type DataRouter, type RouteObject } from "react-router";
import { createSessionStore } from "@/api/session/session-store.ts";
import { App } from "@/app/app.tsx";
import { findRoutes, routes, SCREENS } from "@/app/routes.tsx";
import { staffRoutes } from "@/app/staff-routes.ts";
import { type Translate, TranslationContext } from "@/lib/i18n/index.ts";
import { LanguageProvider } from "@/lib/i18n/language-provider.tsx";

interface Options {
  /** Replaces the real routes. */
  table?: RouteObject[];
  /** Replaces the texts in the language of the page. */
  translate?: Translate;
}

/** Renders the whole app at a path, as after opening the page. */
export async function renderApp(
  path: string,
  { table = routes, translate }: Options = {},
): Promise<{ router: DataRouter; container: HTMLElement }> {
  const session = createSessionStore();
  const router = createMemoryRouter(table, {
    initialEntries: [path],
    ...(table === routes && { patchRoutesOnNavigation: findRoutes }),
  });
  const app = <App session={session} router={router} />;
  const { container } = render(
    <LanguageProvider>
      {translate ? <TranslationContext value={translate}>{app}</TranslationContext> : app}
    </LanguageProvider>,
  );
  await session.start();
  return { router, container };
}

/** The routes including those of staff, which the app adds on demand. */
export const allRoutes: RouteObject[] = withStaffRoutes(routes);

function withStaffRoutes(table: readonly RouteObject[]): RouteObject[] {
  return table.map((route) => {
    if (!route.children) return route;
    const children = withStaffRoutes(route.children);
    return { ...route, children: route.id === SCREENS ? [...staffRoutes, ...children] : children };
  });
}

/** The path patterns of all routes. */
export function screenPaths(table: readonly RouteObject[] = allRoutes): string[] {
  return table.flatMap(({ path, lazy, children }) => [
    ...(lazy && path ? [path] : []),
    ...screenPaths(children ?? []),
  ]);
}
