import { openState } from "@/lib/open-state.ts";

/** The sheet that tells the keys. */
export const shortcutSheet = openState();

/** The search of the navigation bar. */
export const searchPanel = openState();
