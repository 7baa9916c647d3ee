import admin from "./admin.json";
import auth from "./auth.json";
import books from "./books.json";
import borrowings from "./borrowings.json";
import common from "./common.json";
import dashboard from "./dashboard.json";
import home from "./home.json";
import nav from "./nav.json";
import notFound from "./not-found.json";
import profile from "./profile.json";
import shortcuts from "./shortcuts.json";

/** Every visible text in English, a section a noun. Keys read `section.name`. */
export const en = {
  admin,
  auth,
  books,
  borrowings,
  common,
  dashboard,
  home,
  nav,
  notFound,
  profile,
  shortcuts,
};
