import loans from "./common.loans.json";
import home from "./home.json";

/** The German texts of the home page. */
export const texts = { home, common: loans };
