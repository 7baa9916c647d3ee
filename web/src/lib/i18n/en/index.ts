import auth from "./auth.json";
import common from "./common.json";
import nav from "./nav.json";

/** The English texts of the first load, a section a noun. Keys read `section.name`. */
export const en = { auth, common, nav };
