import admin from "./admin.json";

/** The German texts of the screens for staff. */
export const forStaff = { admin };
