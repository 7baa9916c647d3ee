import auth from "./auth.json";
import common from "./common.json";
import nav from "./nav.json";

/** The English texts of the first load, one section per noun. Keys have the form `section.name`. */
export const en = { auth, common, nav };
