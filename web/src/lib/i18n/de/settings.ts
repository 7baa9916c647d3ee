import settings from "./settings.json";
import webhooks from "./webhooks.json";

/** The German texts of the settings, which only staff see. */
export const texts = { settings, webhooks };
