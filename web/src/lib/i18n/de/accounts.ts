import accounts from "./accounts.json";

/** The German texts of the screens that create an account, or that a link to an account opens. */
export const texts = { accounts };
