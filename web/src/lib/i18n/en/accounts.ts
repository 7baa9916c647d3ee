import accounts from "./accounts.json";

/** The English texts of the screens that create an account, or that a link to an account opens. */
export const texts = { accounts };
