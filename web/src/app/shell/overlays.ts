import { openState } from "@/lib/open-state.ts";

/** The sheet that lists the shortcuts. */
export const shortcutSheet = openState();

/** The search of the navigation bar. */
export const searchPanel = openState();
