import { readFileSync } from "node:fs";
import { runnerImport } from "vite";

const { module } = await runnerImport("./src/lib/screens/all-screens.ts", { configFile: false });
const read = (name) => JSON.parse(readFileSync(`dist/.vite/${name}.json`, "utf8"));
const manifest = read("manifest");
const fileOfModule = read("modules");
const chunkOfFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));

/** Every script that the browser must fetch before it can run these modules of `src`. */
function scripts(modules) {
  const files = new Set();
  const visit = (file) => {
    if (files.has(file)) return;
    files.add(file);
    for (const name of chunkOfFile.get(file)?.imports ?? []) visit(manifest[name].file);
  };
  for (const path of ["main.tsx", ...modules]) {
    const file = fileOfModule[`src/${path}`];
    if (file === undefined) throw new Error(`the build has no module src/${path}`);
    visit(file);
  }
  return [...files].map((file) => `dist/${file}`);
}

/** The modules that every screen for signed-in people needs. */
const FOR_MEMBERS = [
  "app/shell/account-menus.tsx",
  "app/shell/notices.tsx",
  "app/shell/staff-places.ts",
  "lib/i18n/en/members.ts",
];

/** The modules that every screen for staff needs. */
const FOR_STAFF = [...FOR_MEMBERS, "lib/i18n/en/staff.ts"];

/** The modules that the lists for staff share. */
const FOR_LISTS = [...FOR_STAFF, "parts/list/list-screen.tsx"];

/** The scripts that a screen adds to those of all screens, or of all lists for staff. */
function added({ file, access }) {
  const there = new Set(scripts(typeof access === "string" ? FOR_MEMBERS : FOR_LISTS));
  return scripts([sourceOf(file)]).filter((script) => !there.has(script));
}

function sourceOf(file) {
  return `features/${file}.tsx`;
}

export default [
  {
    name: "/ and everything it needs",
    path: scripts(["features/home/home-screen.tsx", "lib/i18n/en/home.ts"]),
    limit: "150 kB",
    gzip: true,
  },
  {
    name: "/login and everything it needs",
    path: scripts(["features/session/login-screen.tsx"]),
    limit: "150 kB",
    gzip: true,
  },
  ...module.ALL_SCREENS.filter(({ access }) => access === "members" || access === "readers").map(
    ({ path, file }) => ({
      name: `${path} and everything it needs`,
      path: scripts([...FOR_MEMBERS, sourceOf(file)]),
      limit: "200 kB",
      gzip: true,
    }),
  ),
  {
    name: "every list for staff",
    path: scripts(FOR_LISTS),
    limit: "240 kB",
    gzip: true,
  },
  ...module.ALL_SCREENS.filter(({ budgetKb }) => budgetKb !== undefined).map((screen) => ({
    name: screen.file,
    path: added(screen),
    limit: `${screen.budgetKb} kB`,
    gzip: true,
  })),
  {
    name: "/setup and everything it needs",
    path: scripts(["features/setup/setup-screen.tsx", "lib/i18n/en/setup.ts"]),
    // The limit is high, because only one person opens it, once.
    limit: "160 kB",
    gzip: true,
  },
  { name: "styles", path: ["dist/assets/*.css"], limit: "20 kB", gzip: true },
];
