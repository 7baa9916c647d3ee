import { appendFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";
import { ALL_SCREENS } from "../src/lib/screens/all-screens.ts";
import type { Declaration } from "../src/lib/screens/declaration.ts";

/** The modules that every screen for signed-in people needs. */
const FOR_MEMBERS = ["src/app/shell/account-menus.tsx", "src/lib/i18n/en/members.ts"];

interface Chunk {
  type: "chunk";
  fileName: string;
  imports: string[];
  moduleIds: string[];
}

/**
 * Adds code to `theme.js`, which the page runs first, that preloads the files of the screen in the address. Otherwise
 * the browser would find them one round trip and the start of the app later.
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
  const screens = ALL_SCREENS.filter(({ path }) => path !== "*").map((screen) => {
    const needed = [...withImports(modulesOf(screen))].filter((file) => !ofApp.has(file));
    return [patternOf(screen.path), isForMembers(screen) ? 1 : 0, ...needed.map(indexOf)];
  });
  return `(() => {
  let token = null;
  try { token = localStorage.getItem("token"); } catch {}
  const at = location.pathname === "/" && token && !location.search ? "/dashboard" : location.pathname;
  const files = ${JSON.stringify(files)};
  for (const [path, members, ...needed] of ${JSON.stringify(screens)}) {
    if (!new RegExp("^" + path + "/?$").test(at) || (members && !token)) continue;
    for (const file of needed) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = "/" + files[file];
      document.head.append(link);
    }
    return;
  }
})();
`;
}

function isForMembers({ access }: Declaration): boolean {
  return access === "members" || typeof access !== "string";
}

function modulesOf(screen: Declaration): string[] {
  const { file, frame, texts = [] } = screen;
  return [
    `src/features/${file}.tsx`,
    ...(frame === undefined ? [] : [`src/features/${frame}.tsx`]),
    ...texts.map((name) => `src/lib/i18n/en/${name.replace(/[A-Z]/g, "-$&").toLowerCase()}.ts`),
    ...(isForMembers(screen) ? FOR_MEMBERS : []),
  ];
}

/** A path pattern of the router as the source of a regular expression. */
function patternOf(path: string): string {
  return path === "/" ? "" : path.replace(/:\w+/g, "[^/]+");
}
