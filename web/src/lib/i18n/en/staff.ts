import admin from "./admin.json";
import cataloguing from "./cataloguing.json";

/** The English texts of the screens for staff. */
export const texts = { admin, cataloguing };
