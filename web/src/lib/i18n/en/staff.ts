import admin from "./admin.json";

/** The English texts of the screens for staff. */
export const forStaff = { admin };
