import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Groups the modules of the build into few files: over a slow connection, a request costs more than a few kilobytes. A
 * module belongs to the areas whose code needs it. The modules of the first load are in the file of the app; modules of
 * one area are in the file of that area; modules of several areas are in a shared file. So visitors fetch no code of
 * members, and members none of staff.
 *
 * A module belongs to all areas of the modules that import it. `chunkOf` respects this order, so the files have no
 * circular imports.
 */

interface Graph {
  getModuleInfo(id: string): ModuleFacts | null;
}

interface ModuleFacts {
  code: string | null;
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** The dialog of references, which few readers open, has tabs like the screens for staff. */
const CITE = "cite";

/** The screen of saved searches, which reads their filters as the list of books does. */
const SAVED_SEARCHES = "saved-searches";

/** The dialogs of the profile, which few people open on a visit. */
const PROFILE_DIALOGS = "profile-dialogs";

/** The areas of modules that are loaded on demand, by their path below `src`; the first match counts. */
const AREAS: readonly (readonly [RegExp, string])[] = [
  [/^features\/session\/login-screen/, "login"],
  [/^features\/session\//, "accounts"],
  [/^features\/not-found\//, "pages"],
  [
    /^ui\/(?:dialog-layers|menu-layer|toast\/)|^app\/shell\/(?:visitor-menu|lost-focus)/,
    "overlays",
  ],
  [/^ui\/shortcut-sheet/, "shortcuts"],
  [/^app\/shell\/footer-choices/, "common"],
  [/^app\/shell\/palette/, "search"],
  [/^app\/(?:shell\/|staff-routes)|^api\/live\//, "member"],
  [/^features\/books\/book-screen/, "book"],
  [/^features\/books\/cite-dialog/, CITE],
  [/^features\/books\/saved-searches/, SAVED_SEARCHES],
  [
    /^features\/profile\/(?:token-dialog|security\/(?:authenticator-dialog|passkey-dialogs))/,
    PROFILE_DIALOGS,
  ],
  [/^features\/(books|favorites)\//, "books"],
  [/^features\/admin-books\/(?:book-editor-panel|add-by-isbn)/, "admin-book-editor"],
  [/^features\/admin-books\/marc-tab/, "admin-marc"],
  [/^features\/(borrowings|dashboard)\//, "borrowings"],
  [/^lib\/i18n\/en\/members/, "member"],
  [/^lib\/i18n\/en\/staff/, "staff"],
  [/^lib\/i18n\/en\/reports/, "admin-dashboard"],
  [/^lib\/i18n\/en\/audit/, "admin-audit"],
  // English texts are in the file of their feature; those of other languages have separate files, such as `pages-de`.
  [/^(?:features|lib\/i18n\/en)\/([\w-]+)/, "$1"],
  [/^lib\/i18n\/(\w+)\/([\w-]+)/, "$2-$1"],
  [/([\w-]+)\.\w+$/, "$1"],
];

/** The areas that visitors open, each with its file for modules of several such areas. */
const OF_VISITORS: Readonly<Record<string, string>> = {
  login: "forms",
  accounts: "forms",
  setup: "forms",
  "api-docs": "forms",
  home: "common",
  pages: "common",
  common: "common",
};

const OVERLAYS: ReadonlySet<string> = new Set([
  "overlays",
  "search",
  "confirmation-dialog",
  "shortcuts",
]);
const PACKAGE = /[\\/]node_modules[\\/](?!lucide-react[\\/])/;
const OF_STAFF = /^(?:admin-[\w-]+|settings|staff)$/;
const OF_SETTINGS: ReadonlySet<string> = new Set(["settings", "admin-audit"]);
const APP = "app";

function chunkOf(id: string, areas: ReadonlySet<string>): string {
  if (areas.has(APP)) return APP;
  const [first = APP, ...others] = areas;
  if (others.length === 0) return first;
  if ([...areas].every((area) => area === "books" || area === SAVED_SEARCHES))
    return "book-filters";
  if ([...areas].every((area) => area === "profile" || area === PROFILE_DIALOGS)) return "profile";
  const ofVisitors = new Set([...areas].flatMap((area) => OF_VISITORS[area] ?? []));
  if (ofVisitors.size > 1) return "common";
  for (const only of ofVisitors) {
    // The login needs few parts of forms.
    return only === "forms" && !areas.has("login") ? "more-forms" : only;
  }
  if ([...areas].every((area) => OVERLAYS.has(area))) return "overlays";
  // Pages share some code with dialogs, menus and toasts, which are not needed to read a page.
  if ([...areas].some((area) => OVERLAYS.has(area))) return PACKAGE.test(id) ? "base-ui" : "parts";
  if (![...areas].every((area) => area === CITE || OF_STAFF.test(area))) return "member";
  if (areas.has(CITE)) return "tabs";
  if (areas.has("staff")) return "staff";
  // The audit log shows settings. The dashboard for staff needs no code of the lists.
  return [...areas].every((area) => OF_SETTINGS.has(area)) ? "settings" : "staff-parts";
}

function areaOf(id: string): string {
  const path = relative(SRC, id).split(sep).join("/");
  for (const [pattern, area] of AREAS) {
    const match = pattern.exec(path);
    if (match) return area.replace(/\$(\d)/g, (_, group) => match[group] ?? "");
  }
  return APP;
}

/** Names the file of each module of a build. */
function chunkNames() {
  const known = new Map<string, Importers>();
  const icons = new Map<string, string[]>();

  function importersOf(id: string, graph: Graph): Importers {
    const before = known.get(id);
    if (before) return before;
    const facts = graph.getModuleInfo(id);
    const importers: Importers = {
      isEntry: facts?.isEntry ?? false,
      onDemand: (facts?.dynamicImporters.length ?? 0) > 0,
      ids: iconImporters(id, facts, graph) ?? facts?.importers ?? [],
    };
    known.set(id, importers);
    return importers;
  }

  /**
   * The modules that import an icon by its name; null for other modules. One module exports all icons, so without this
   * every area would need every icon.
   */
  function iconImporters(id: string, facts: ModuleFacts | null, graph: Graph): string[] | null {
    const file = ICON.exec(id)?.[1];
    const list = facts?.importers[0];
    if (file === undefined || list === undefined) return null;
    if (icons.size === 0) readIcons(list, graph);
    return icons.get(file) ?? null;
  }

  function readIcons(list: string, graph: Graph): void {
    const facts = graph.getModuleInfo(list);
    const byName = new Map<string, string[]>();
    for (const importer of facts?.importers ?? []) {
      const code = graph.getModuleInfo(importer)?.code ?? "";
      for (const [, names = ""] of code.matchAll(ICON_IMPORT)) {
        for (const name of names.match(/\w+(?=\s*(?:,|$| as ))/g) ?? []) {
          byName.set(name, [...(byName.get(name) ?? []), importer]);
        }
      }
    }
    for (const [line, file = ""] of facts?.code?.matchAll(ICON_EXPORT) ?? []) {
      const names = [...line.matchAll(/default as (\w+)/g)].map(([, name = ""]) => name);
      icons.set(
        file,
        names.flatMap((name) => byName.get(name) ?? []),
      );
    }
  }

  /** The areas whose code needs a module. */
  function areasOf(id: string, graph: Graph): Set<string> {
    const areas = new Set<string>();
    const seen = new Set([id]);
    const queue = [id];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const importers = importersOf(next, graph);
      if (importers.isEntry) areas.add(APP);
      if (importers.onDemand) areas.add(areaOf(next));
      for (const importer of importers.ids) {
        if (!seen.has(importer)) queue.push(importer);
        seen.add(importer);
      }
    }
    return areas;
  }

  return (id: string, graph: Graph) => chunkOf(id, areasOf(id, graph));
}

interface Importers {
  isEntry: boolean;
  onDemand: boolean;
  ids: readonly string[];
}

const ICON = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+\.\w+)$/;
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const ICON_EXPORT = /export \{[^}]*\} from ["']\.\/icons\/([\w-]+\.\w+)["']/g;

export const chunks = {
  groups: [
    {
      debugName: "areas",
      name: chunkNames(),
      // Each module has its own areas.
      includeDependenciesRecursively: false,
    },
  ],
};
