import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

/** Every script that the browser must fetch before it can show the screens of these entries. */
function scripts(entries) {
  const files = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk || files.has(`dist/${chunk.file}`)) return;
    files.add(`dist/${chunk.file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...files];
}

/** What every screen for those who are signed in brings along. */
const forMembers = ["src/app/shell/account-menus.tsx", "src/lib/i18n/en/members.ts"];

/** A screen on top of what is there anyway: the start of the app and, for a panel, the screen that it opens over. */
function screen(path, under = []) {
  const there = new Set(scripts(["index.html", ...forMembers, ...under]));
  return scripts([`src/features/${path}.tsx`]).filter((file) => !there.has(file));
}

export default [
  {
    name: "/ and everything it needs",
    path: scripts(["index.html", "src/features/home/home-screen.tsx", "src/lib/i18n/en/home.ts"]),
    limit: "150 kB",
    gzip: true,
  },
  {
    name: "/login and everything it needs",
    path: [...scripts(["index.html", "src/features/session/login-screen.tsx"])],
    limit: "150 kB",
    gzip: true,
  },
  {
    name: "/dashboard and everything it needs",
    path: [...scripts(["index.html", ...forMembers]), ...screen("dashboard/dashboard-screen")],
    limit: "200 kB",
    gzip: true,
  },
  ...[
    "books/books-screen",
    "books/book-screen",
    "borrowings/my-borrowings-screen",
    "borrowings/my-history-screen",
    "profile/profile-screen",
    "api-docs/api-docs-screen",
    "admin-dashboard/admin-dashboard-screen",
    "admin-borrowings/manage-borrowings-screen",
    "admin-books/manage-books-screen",
    "settings/library/library-screen",
    "settings/opening/opening-days-screen",
    "settings/rules/rules-screen",
    "settings/pages/pages-screen",
  ].map((path) => ({ name: path, path: screen(path), limit: "40 kB", gzip: true })),
  {
    name: "admin-users/manage-users-screen",
    path: screen("admin-users/manage-users-screen"),
    // It has the list, a person's details and a person's borrowings with all that staff do with them.
    limit: "41 kB",
    gzip: true,
  },
  {
    name: "admin-books/book-editor-panel, fetched once the list rests",
    path: screen("admin-books/book-editor-panel", [
      "src/features/admin-books/manage-books-screen.tsx",
    ]),
    limit: "40 kB",
    gzip: true,
  },
  {
    name: "/setup and everything it needs",
    path: scripts([
      "index.html",
      "src/features/setup/setup-screen.tsx",
      "src/lib/i18n/en/setup.ts",
    ]),
    // One person sees it, once.
    limit: "160 kB",
    gzip: true,
  },
  { name: "styles", path: ["dist/assets/*.css"], limit: "20 kB", gzip: true },
];
