import { call } from "@/api/client.ts";
import type { PageName } from "@/api/queries/pages.ts";
import type { Shape } from "@/api/shapes.ts";

type PageSection = `pages/${PageName}`;

/** The stored values of each section. */
export interface Sections extends Record<PageSection, Shape<"PageSettings">> {
  library: Shape<"LibrarySettings">;
  "opening-days": Shape<"OpeningDays">;
  rules: Shape<"Rules">;
  kinds: Shape<"Kinds">;
  home: Shape<"HomeSettings">;
  registration: Shape<"RegistrationSettings">;
  catalogue: Shape<"CatalogueSettings">;
  "book-data": Shape<"BookDataSettings">;
  security: Shape<"SecuritySettings">;
  privacy: Shape<"PrivacySettings">;
}

export type SectionName = keyof Sections;

/** A form without the version that its change is based on. */
type Unversioned<F> = Omit<F, "version">;

/** The request body of each section, without the version. */
export interface SectionForms extends Record<PageSection, Unversioned<Shape<"PageForm">>> {
  library: Unversioned<Shape<"LibrarySettingsForm">>;
  "opening-days": Unversioned<Shape<"OpeningDaysForm">>;
  rules: Unversioned<Shape<"RulesForm">>;
  kinds: Unversioned<Shape<"KindsForm">>;
  home: Unversioned<Shape<"HomeSettingsForm">>;
  registration: Unversioned<Shape<"RegistrationSettingsForm">>;
  catalogue: Unversioned<Shape<"CatalogueSettingsForm">>;
  "book-data": Unversioned<Shape<"BookDataSettingsForm">>;
  security: Unversioned<Shape<"SecuritySettingsForm">>;
  privacy: Unversioned<Shape<"PrivacySettingsForm">>;
}

interface Calls<Stored, Form> {
  load: (signal: AbortSignal) => Promise<{ data: Stored }>;
  save: (body: Form & { version: string }) => Promise<{ data: Stored }>;
}

type SectionCalls = { readonly [N in SectionName]: Calls<Sections[N], SectionForms[N]> };

/** The calls of each section. They are written out, so that the compiler checks every path with its types. */
export const SECTION_CALLS: SectionCalls = {
  library: {
    load: (signal) => call("GET", "/admin/settings/library", { signal }),
    save: (body) => call("PUT", "/admin/settings/library", { body }),
  },
  "opening-days": {
    load: (signal) => call("GET", "/admin/settings/opening-days", { signal }),
    save: (body) => call("PUT", "/admin/settings/opening-days", { body }),
  },
  rules: {
    load: (signal) => call("GET", "/admin/settings/rules", { signal }),
    save: (body) => call("PUT", "/admin/settings/rules", { body }),
  },
  kinds: {
    load: (signal) => call("GET", "/admin/settings/kinds", { signal }),
    save: (body) => call("PUT", "/admin/settings/kinds", { body }),
  },
  home: {
    load: (signal) => call("GET", "/admin/settings/home", { signal }),
    save: (body) => call("PUT", "/admin/settings/home", { body }),
  },
  registration: {
    load: (signal) => call("GET", "/admin/settings/registration", { signal }),
    save: (body) => call("PUT", "/admin/settings/registration", { body }),
  },
  catalogue: {
    load: (signal) => call("GET", "/admin/settings/catalogue", { signal }),
    save: (body) => call("PUT", "/admin/settings/catalogue", { body }),
  },
  "book-data": {
    load: (signal) => call("GET", "/admin/settings/book-data", { signal }),
    save: (body) => call("PUT", "/admin/settings/book-data", { body }),
  },
  security: {
    load: (signal) => call("GET", "/admin/settings/security", { signal }),
    save: (body) => call("PUT", "/admin/settings/security", { body }),
  },
  privacy: {
    load: (signal) => call("GET", "/admin/settings/privacy", { signal }),
    save: (body) => call("PUT", "/admin/settings/privacy", { body }),
  },
  "pages/about": pageCalls("about"),
  "pages/contact": pageCalls("contact"),
  "pages/privacy": pageCalls("privacy"),
  "pages/terms": pageCalls("terms"),
  "pages/help": pageCalls("help"),
};

function pageCalls(name: PageName): SectionCalls[PageSection] {
  const path = { name };
  return {
    load: (signal) => call("GET", "/admin/settings/pages/{name}", { path, signal }),
    save: (body) => call("PUT", "/admin/settings/pages/{name}", { path, body }),
  };
}
