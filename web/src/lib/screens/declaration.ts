/** The people that the tests of the screens sign in. */
export type Viewer = "visitor" | "student" | "assistant" | "administrator";

/** A link to a screen in the menus, and its shortcut. */
export interface MenuEntry {
  /** Its menu: `main`, the bar; `own`, the menu under the person's name; or a group of the staff menu. */
  group: "main" | "own" | "overview" | "work" | "system";
  /** The key of its text. */
  label: string;
  /** A name of `app/shell/member-icons.ts` or `app/shell/staff-icons.ts`. */
  icon: string;
  /** The second key of its shortcut: `g`, then this. */
  key: string;
  /** The key of the shortcut's text in the list of shortcuts. */
  shortcut: string;
}

/**
 * Declares a screen. Its route, guard, menu entry, shortcut, size budget and the tests that open every screen are
 * derived from this. The declarations import nothing, so the journeys and `.size-limit.js` can read them too;
 * `app/screen-routes.ts` checks the names that they contain.
 */
export interface Declaration {
  /** The pattern of its path. */
  path: string;
  /** The file of its component: below `features`, without its extension. */
  file: string;
  /**
   * The people who may open it: `everyone`; `visitors`, while signed-in people are redirected; `home`, for visitors,
   * and for signed-in people only as `/?view=site`; `members`, who are signed in; `readers`, who are members or
   * visitors of an open catalogue; or people with one of these permissions.
   */
  access: "everyone" | "visitors" | "home" | "members" | "readers" | readonly string[];
  /** The groups of texts (`lib/i18n/groups.ts`) that it needs, besides those of the first load and those of all members. */
  texts?: readonly string[];
  /**
   * The addresses below `/api` that it reads first, with the placeholders of its path. The page calls them while the code
   * of the screen loads, if it has no query. A journey proves that the screen uses the responses.
   */
  calls?: readonly string[];
  /** The file of a component around it that stays mounted during navigation between its screens. */
  frame?: string;
  menu?: MenuEntry;
  /**
   * The limit of the JavaScript that it adds to the app for members, in kB with gzip: the file of its area, and code
   * that areas share. Without a limit it is not measured.
   */
  budgetKb?: number;
  /**
   * Addresses that the tests open, each as one person. `:book`, `:user` and `:import` stand for ids. The journeys open only the first. By
   * default it is the path, as an administrator, a student or a visitor: the first of them who may open it.
   */
  examples?: readonly (readonly [address: string, viewer: Viewer])[];
}
