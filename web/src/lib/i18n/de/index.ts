import type { LanguageTexts } from "../groups.ts";
import auth from "./auth.json";
import common from "./common.json";
import nav from "./nav.json";

/** The German texts: those of the first load, and how the others are fetched. */
export const texts: LanguageTexts = {
  first: { auth, common, nav },
  groups: {
    accounts: async () => (await import("./accounts.ts")).forAccounts,
    apiDocs: async () => (await import("./api-docs.ts")).forApiDocs,
    audit: async () => (await import("./audit.ts")).forAudit,
    home: async () => (await import("./home.ts")).forHome,
    imports: async () => (await import("./imports.ts")).forImports,
    members: async () => (await import("./members.ts")).members,
    pages: async () => (await import("./pages.ts")).forPages,
    refusals: async () => (await import("./server-messages.ts")).serverMessages,
    reports: async () => (await import("./reports.ts")).forReports,
    settings: async () => (await import("./settings.ts")).forSettings,
    setup: async () => (await import("./setup.ts")).forSetup,
    shortcuts: async () => (await import("./shortcuts.ts")).forShortcuts,
    staff: async () => (await import("./staff.ts")).forStaff,
  },
};
