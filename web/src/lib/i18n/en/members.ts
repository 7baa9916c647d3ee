import admin from "./admin.json";
import books from "./books.json";
import borrowings from "./borrowings.json";
import confirmation from "./confirmation.json";
import dashboard from "./dashboard.json";
import favorites from "./favorites.json";
import profile from "./profile.json";
import ratings from "./ratings.json";
import search from "./search.json";
import undo from "./undo.json";

/** The English texts that only signed-in people see. */
export const members = {
  admin,
  books,
  borrowings,
  confirmation,
  dashboard,
  favorites,
  profile,
  ratings,
  search,
  undo,
};
