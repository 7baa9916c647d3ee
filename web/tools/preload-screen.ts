import { appendFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";
import { ALL_SCREENS } from "../src/lib/screens/all-screens.ts";
import type { Declaration } from "../src/lib/screens/declaration.ts";

/** The modules that every screen for signed-in people needs. */
const FOR_MEMBERS = ["src/app/shell/account-menus.tsx", "src/lib/i18n/en/members.ts"];

/** The modules that every screen for staff needs. */
const FOR_STAFF = ["src/app/staff-routes.ts", "src/lib/i18n/en/staff.ts"];

/** Milliseconds after which an early call times out, as in `src/api/client.ts`. */
const TIMEOUT_MS = 10_000;

interface Chunk {
  type: "chunk";
  fileName: string;
  imports: string[];
  moduleIds: string[];
}

/**
 * Adds code to `theme.js`, which the page runs first. It preloads the files of the screen in the address, and makes the
 * calls that the screen needs first; `src/api/early-calls.ts` passes on the responses. Otherwise the browser would begin with
 * both a round trip and the start of the app later.
 */
export function preloadScreen(): Plugin {
  let root = "";
  let directory = "";
  return {
    name: "preload-screen",
    apply: "build",
    configResolved(config) {
      root = config.root;
      directory = join(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      await appendFile(join(directory, "theme.js"), scriptFor(chunks, root));
    },
  };
}

function scriptFor(chunks: readonly Chunk[], root: string): string {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const fileOf = new Map<string, string>();
  for (const { fileName, moduleIds } of chunks) {
    for (const id of moduleIds) fileOf.set(relative(root, id).split(sep).join("/"), fileName);
  }
  const withImports = (modules: readonly string[]): Set<string> => {
    const files = new Set<string>();
    const visit = (file: string) => {
      if (files.has(file)) return;
      files.add(file);
      for (const imported of byFile.get(file)?.imports ?? []) visit(imported);
    };
    for (const module of modules) {
      const file = fileOf.get(module);
      if (file === undefined) throw new Error(`the build has no module ${module}`);
      visit(file);
    }
    return files;
  };
  const ofApp = withImports(["src/main.tsx"]);
  const files: string[] = [];
  const indexOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const screens = ALL_SCREENS.filter(({ path }) => path !== "*").map((screen) => ({
    path: patternOf(screen.path),
    members: isForMembers(screen),
    // Visitors may not make the calls of a closed catalogue.
    token: isForMembers(screen) || screen.access === "readers",
    calls: screen.calls ?? [],
    files: [...withImports(modulesOf(screen))].filter((file) => !ofApp.has(file)).map(indexOf),
  }));
  return `(() => {
  let token = null;
  try { token = localStorage.getItem("token"); } catch {}
  const responses = {};
  window.earlyCalls = { token, responses };
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = "Bearer " + token;
  const call = (address) => {
    const response = fetch(address, { headers, signal: AbortSignal.timeout(${TIMEOUT_MS}) });
    response.catch(() => {});
    responses[address] = response;
  };
  call("/api/library");
  if (token) call("/api/auth/me");
  const at = location.pathname === "/" && token && !location.search ? "/dashboard" : location.pathname;
  const files = ${JSON.stringify(files)};
  for (const screen of ${JSON.stringify(screens)}) {
    const match = new RegExp("^" + screen.path + "/?$").exec(at);
    if (!match || (screen.members && !token)) continue;
    for (const file of screen.files) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = "/" + files[file];
      document.head.append(link);
    }
    if (location.search || (screen.token && !token)) return;
    for (const address of screen.calls) call("/api" + address.replace(/:\\w+/, match[1]));
    return;
  }
})();
`;
}

function isForMembers({ access }: Declaration): boolean {
  return access === "members" || typeof access !== "string";
}

function modulesOf(screen: Declaration): string[] {
  const { access, file, frame, texts = [] } = screen;
  return [
    `src/features/${file}.tsx`,
    ...(frame === undefined ? [] : [`src/features/${frame}.tsx`]),
    ...texts.map((name) => `src/lib/i18n/en/${name.replace(/[A-Z]/g, "-$&").toLowerCase()}.ts`),
    ...(isForMembers(screen) || access === "readers" ? FOR_MEMBERS : []),
    ...(typeof access === "string" ? [] : FOR_STAFF),
  ];
}

/** A path pattern of the router as the source of a regular expression. */
function patternOf(path: string): string {
  return path === "/" ? "" : path.replace(/:\w+/g, "([^/]+)");
}
