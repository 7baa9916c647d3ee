import auth from "./auth.members.json";
import books from "./books.json";
import borrowings from "./borrowings.json";
import loans from "./common.loans.json";
import common from "./common.members.json";
import confirmation from "./confirmation.json";
import dashboard from "./dashboard.json";
import favorites from "./favorites.json";
import list from "./list.json";
import nav from "./nav.members.json";
import profile from "./profile.json";
import ratings from "./ratings.json";
import search from "./search.json";
import undo from "./undo.json";

/** The English texts that only signed-in people see. */
export const texts = {
  auth,
  books,
  borrowings,
  common: { ...common, ...loans },
  confirmation,
  dashboard,
  favorites,
  list,
  nav,
  profile,
  ratings,
  search,
  undo,
};
