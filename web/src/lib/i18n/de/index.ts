import type { LanguageTexts } from "../groups.ts";
import auth from "./auth.json";
import common from "./common.json";
import nav from "./nav.json";

/** The German texts: those of the first load, and how the others are fetched. */
export const texts: LanguageTexts = {
  first: { auth, common, nav },
  groups: {
    accounts: async () => (await import("./accounts.ts")).texts,
    apiDocs: async () => (await import("./api-docs.ts")).texts,
    audit: async () => (await import("./audit.ts")).texts,
    home: async () => (await import("./home.ts")).texts,
    imports: async () => (await import("./imports.ts")).texts,
    labels: async () => (await import("./labels.ts")).texts,
    members: async () => (await import("./members.ts")).texts,
    pages: async () => (await import("./pages.ts")).texts,
    record: async () => (await import("./record.ts")).texts,
    refusals: async () => (await import("./server-messages.ts")).texts,
    reports: async () => (await import("./reports.ts")).texts,
    savedSearches: async () => (await import("./saved-searches.ts")).texts,
    settings: async () => (await import("./settings.ts")).texts,
    setup: async () => (await import("./setup.ts")).texts,
    shortcuts: async () => (await import("./shortcuts.ts")).texts,
    staff: async () => (await import("./staff.ts")).texts,
  },
};
