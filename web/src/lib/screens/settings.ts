import type { Declaration } from "./declaration.ts";

interface Section extends Declaration {
  /** Its entry in the list of the sections. */
  section: {
    /** The keys of its title and its description. */
    label: string;
    hint: string;
    /** A name of `features/settings/section-icons.ts`. */
    icon: string;
  };
}

const SECTION = { texts: ["settings", "pages", "home"], frame: "settings/settings-frame" } as const;

/** The sections of the settings, in the order of their list. */
export const SETTINGS_SECTIONS = [
  {
    ...SECTION,
    path: "/admin/settings/library",
    file: "settings/library/library-screen",
    access: ["manage_settings"],
    section: {
      label: "settings.library.title",
      hint: "settings.library.hint",
      icon: "building2",
    },
  },
  {
    ...SECTION,
    path: "/admin/settings/opening-days",
    file: "settings/opening/opening-days-screen",
    access: ["manage_settings"],
    section: {
      label: "settings.opening.title",
      hint: "settings.opening.hint",
      icon: "calendarOff",
    },
  },
  {
    ...SECTION,
    path: "/admin/settings/rules",
    file: "settings/rules/rules-screen",
    access: ["manage_settings"],
    section: { label: "settings.rules.title", hint: "settings.rules.hint", icon: "scale" },
  },
  {
    ...SECTION,
    path: "/admin/settings/kinds",
    file: "settings/kinds/kinds-screen",
    access: ["manage_settings"],
    section: { label: "settings.kinds.title", hint: "settings.kinds.hint", icon: "tags" },
  },
  {
    ...SECTION,
    path: "/admin/settings/home",
    file: "settings/home/home-settings-screen",
    access: ["manage_settings"],
    section: { label: "settings.home.title", hint: "settings.home.hint", icon: "house" },
  },
  {
    ...SECTION,
    path: "/admin/settings/pages",
    file: "settings/pages/pages-screen",
    access: ["manage_settings"],
    section: { label: "settings.pages.title", hint: "settings.pages.hint", icon: "fileText" },
    examples: [
      ["/admin/settings/pages", "administrator"],
      ["/admin/settings/pages?page=contact", "administrator"],
    ],
  },
  {
    ...SECTION,
    path: "/admin/settings/registration",
    file: "settings/registration/registration-screen",
    access: ["manage_settings"],
    section: {
      label: "settings.registration.title",
      hint: "settings.registration.hint",
      icon: "userPlus",
    },
  },
  {
    ...SECTION,
    path: "/admin/settings/catalogue",
    file: "settings/catalogue/catalogue-screen",
    access: ["manage_settings"],
    section: {
      label: "settings.catalogue.title",
      hint: "settings.catalogue.hint",
      icon: "globe",
    },
  },
  {
    ...SECTION,
    path: "/admin/settings/book-data",
    file: "settings/book-data/book-data-screen",
    access: ["manage_settings"],
    section: {
      label: "settings.bookData.title",
      hint: "settings.bookData.hint",
      icon: "scanBarcode",
    },
  },
  {
    ...SECTION,
    path: "/admin/settings/security",
    file: "settings/security/security-screen",
    access: ["manage_security"],
    section: {
      label: "settings.security.title",
      hint: "settings.security.hint",
      icon: "shieldCheck",
    },
  },
  {
    ...SECTION,
    path: "/admin/settings/privacy",
    file: "settings/privacy/privacy-screen",
    access: ["manage_settings"],
    section: { label: "settings.privacy.title", hint: "settings.privacy.hint", icon: "eyeOff" },
  },
  {
    ...SECTION,
    path: "/admin/settings/roles",
    file: "settings/roles/roles-screen",
    access: ["manage_roles"],
    section: { label: "settings.roles.title", hint: "settings.roles.hint", icon: "keyRound" },
  },
  {
    ...SECTION,
    path: "/admin/settings/mail",
    file: "settings/mail/mail-screen",
    access: ["manage_mail_server"],
    section: { label: "settings.mail.title", hint: "settings.mail.hint", icon: "mail" },
  },
  {
    ...SECTION,
    path: "/admin/settings/webhooks",
    file: "settings/webhooks/webhooks-screen",
    access: ["manage_webhooks"],
    section: { label: "webhooks.title", hint: "webhooks.hint", icon: "webhook" },
  },
] as const satisfies readonly Section[];
