import admin from "./admin.json";
import cataloguing from "./cataloguing.json";

/** The German texts of the screens for staff. */
export const texts = { admin, cataloguing };
