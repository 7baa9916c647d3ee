import type { LanguageTexts } from "../groups.ts";

/** Fetches the English texts that are not in the first load, by group. */
export const groups: LanguageTexts["groups"] = {
  accounts: async () => (await import("./accounts.ts")).texts,
  apiDocs: async () => (await import("./api-docs.ts")).texts,
  audit: async () => (await import("./audit.ts")).texts,
  home: async () => (await import("./home.ts")).texts,
  imports: async () => (await import("./imports.ts")).texts,
  labels: async () => (await import("./labels.ts")).texts,
  members: async () => (await import("./members.ts")).texts,
  pages: async () => (await import("./pages.ts")).texts,
  record: async () => (await import("./record.ts")).texts,
  // The server writes English.
  refusals: async () => ({}),
  reports: async () => (await import("./reports.ts")).texts,
  savedSearches: async () => (await import("./saved-searches.ts")).texts,
  settings: async () => (await import("./settings.ts")).texts,
  setup: async () => (await import("./setup.ts")).texts,
  shortcuts: async () => (await import("./shortcuts.ts")).texts,
  staff: async () => (await import("./staff.ts")).texts,
};
