import type { LanguageTexts } from "../groups.ts";

/** Fetches the English texts that are not in the first load, by group. */
export const groups: LanguageTexts["groups"] = {
  accounts: async () => (await import("./accounts.ts")).forAccounts,
  apiDocs: async () => (await import("./api-docs.ts")).forApiDocs,
  audit: async () => (await import("./audit.ts")).forAudit,
  home: async () => (await import("./home.ts")).forHome,
  imports: async () => (await import("./imports.ts")).forImports,
  members: async () => (await import("./members.ts")).members,
  pages: async () => (await import("./pages.ts")).forPages,
  // The server writes English.
  refusals: async () => ({}),
  reports: async () => (await import("./reports.ts")).forReports,
  settings: async () => (await import("./settings.ts")).forSettings,
  setup: async () => (await import("./setup.ts")).forSetup,
  shortcuts: async () => (await import("./shortcuts.ts")).forShortcuts,
  staff: async () => (await import("./staff.ts")).forStaff,
};
