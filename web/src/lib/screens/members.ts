import type { Declaration } from "./declaration.ts";

/**
 * The screens for all signed-in people; those for `readers` are also for visitors of an open catalogue. The menu
 * entries are in this order.
 */
export const MEMBER_SCREENS = [
  {
    path: "/dashboard",
    file: "dashboard/dashboard-screen",
    access: "members",
    menu: {
      group: "main",
      label: "nav.home",
      icon: "house",
      key: "d",
      shortcut: "shortcuts.dashboard",
    },
    examples: [
      ["/dashboard", "student"],
      ["/dashboard", "administrator"],
      ["/dashboard", "assistant"],
    ],
  },
  {
    path: "/books",
    file: "books/books-screen",
    access: "readers",
    menu: {
      group: "main",
      label: "nav.books",
      icon: "libraryBig",
      key: "b",
      shortcut: "shortcuts.books",
    },
    budgetKb: 40,
    calls: ["/books?sort=createdAt&page=1&limit=24"],
    examples: [
      ["/books", "student"],
      ["/books?search=dune&category=Fiction&sort=rating", "student"],
    ],
  },
  {
    path: "/books/:id",
    file: "books/book-screen",
    access: "readers",
    texts: ["record"],
    budgetKb: 40,
    calls: ["/books/:id?include=opinions"],
    examples: [["/books/:book", "student"]],
  },
  {
    path: "/my-borrowings",
    file: "borrowings/my-borrowings-screen",
    access: "members",
    menu: {
      group: "main",
      label: "nav.myBorrowings",
      icon: "bookMarked",
      key: "m",
      shortcut: "shortcuts.borrowings",
    },
    budgetKb: 40,
  },
  {
    path: "/my-history",
    file: "borrowings/my-history-screen",
    access: "members",
    menu: {
      group: "main",
      label: "nav.history",
      icon: "history",
      key: "h",
      shortcut: "shortcuts.history",
    },
    budgetKb: 40,
    examples: [
      ["/my-history", "student"],
      ["/my-history?status=returned&year=2024", "student"],
    ],
  },
  {
    path: "/favorites",
    file: "favorites/favorites-screen",
    access: "members",
    menu: {
      group: "own",
      label: "nav.favorites",
      icon: "heart",
      key: "f",
      shortcut: "shortcuts.favorites",
    },
  },
  {
    path: "/saved-searches",
    file: "books/saved-searches-screen",
    access: "members",
    texts: ["savedSearches"],
    calls: ["/saved-searches"],
    menu: {
      group: "own",
      label: "nav.savedSearches",
      icon: "search",
      key: "r",
      shortcut: "shortcuts.savedSearches",
    },
  },
  {
    path: "/profile",
    file: "profile/profile-screen",
    access: "members",
    menu: {
      group: "own",
      label: "nav.profileSettings",
      icon: "userRound",
      key: "p",
      shortcut: "shortcuts.profile",
    },
    budgetKb: 40,
    examples: [
      ["/profile", "student"],
      ["/profile", "administrator"],
      ["/profile", "assistant"],
    ],
  },
] as const satisfies readonly Declaration[];
