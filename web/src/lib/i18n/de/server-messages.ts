import fieldErrors from "./field-errors.json";
import refusals from "./refusals.json";

/** The German texts of the server's messages, by their codes. */
export const texts = { fieldErrors, refusals };
