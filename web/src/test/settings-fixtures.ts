import type {
  Home,
  LibraryRules,
  Mail,
  MailSettings,
  SecuritySettings,
  Shape,
} from "@/api/shapes.ts";
import { aLibrary } from "./fixtures.ts";

export function someMail(parts: Partial<MailSettings> = {}): Mail {
  return {
    settings: {
      host: "smtp.library.example",
      port: 587,
      security: "starttls",
      user: "desk",
      hasPassword: true,
      fromAddress: "desk@library.example",
      fromName: "The Library",
      siteAddress: "https://books.library.example",
      ...parts,
    },
    queue: { waiting: 2, givenUp: 1, problem: "The mail server did not answer in time" },
  };
}

export function someLibrarySettings() {
  const { name, timeZone, currency, language, contact } = aLibrary();
  return {
    name,
    timeZone,
    currency,
    language,
    contactEmail: contact.email,
    contactPhone: contact.phone,
    contactAddress: contact.address,
    currencies: ["EUR", "USD"],
    version: "library-1",
  };
}

export function theLibraryRules(parts: Partial<LibraryRules> = {}): LibraryRules {
  return {
    loanDays: 14,
    loansAllowed: 5,
    renewalsAllowed: 2,
    renewalDays: null,
    noRenewalBeforeDays: 3,
    finePerPeriod: 0.25,
    finePeriodDays: 1,
    graceDays: 1,
    graceRule: "forgiven",
    fineCap: 10,
    blockAtBalance: 10,
    blockOnOverdue: false,
    latestDueDate: null,
    closedWeekdays: ["sunday"],
    closures: [{ date: "2024-12-24", name: "Christmas Eve" }],
    ...parts,
  };
}

export function aHome(parts: Partial<Home> = {}): Home {
  return {
    headline: null,
    lead: null,
    figures: "samples",
    live: null,
    voices: "samples",
    testimonials: [],
    ...parts,
  };
}

export function someRules() {
  const policy = (
    group: string,
    name: string,
    kind: string,
    standard: string,
    choices: string[] = [],
  ) => ({
    name,
    group,
    kind,
    optional: kind === "day",
    decimals: kind === "money" ? 2 : 0,
    min: kind === "number" || kind === "money" ? 0 : null,
    max: kind === "number" || kind === "money" ? 1000 : null,
    choices,
    standard,
  });
  return {
    rules: [
      { name: "loan_days", patronCategory: null, itemType: null, value: "21" },
      { name: "loan_days", patronCategory: "staff", itemType: null, value: "28" },
    ],
    policies: [
      policy("lending", "loan_days", "number", "14"),
      policy("lending", "closed_day_rule", "choice", "next_open", ["keep", "next_open"]),
      policy("lending", "latest_due_date", "day", "none"),
      policy("fines", "fine_per_period", "money", "25"),
      policy("blocks", "block_on_overdue", "flag", "false"),
    ],
    version: "rules-1",
  };
}

export function someKinds() {
  const none = { people: 0, books: 0, copies: 0, rules: 0 };
  return {
    patronCategories: [
      { code: "staff", name: "Staff", archived: false, uses: { ...none, people: 31, rules: 1 } },
      { code: "guest", name: "Guest", archived: true, uses: none },
    ],
    itemTypes: [{ code: "reference", name: "Reference", archived: false, uses: none }],
    version: "kinds-1",
  };
}

export function someExplanations() {
  const rule = { name: "loan_days", patronCategory: "staff", itemType: null, value: "28" };
  return [
    { name: "loan_days", value: "28", rule, beaten: [] },
    { name: "fine_per_period", value: "25", rule: null, beaten: [] },
  ];
}

export function someSecuritySettings(parts: Partial<SecuritySettings> = {}): SecuritySettings {
  return {
    confirmAddressesFirst: false,
    leastPasswordLength: 6,
    passphrases: false,
    staffNeedSecondFactor: false,
    idleMinutes: 60,
    idleMinutesOfStaff: 30,
    idleMinutesOfSharedComputers: 10,
    version: "security-1",
    ...parts,
  };
}

export function someCatalogueSettings(
  parts: Partial<Shape<"CatalogueSettings">> = {},
): Shape<"CatalogueSettings"> {
  return {
    openToVisitors: false,
    indexed: false,
    siteAddress: null,
    version: "catalogue-1",
    ...parts,
  };
}

export function somePrivacySettings(
  parts: Partial<Shape<"PrivacySettings">> = {},
): Shape<"PrivacySettings"> {
  return {
    auditDays: 1095,
    borrowingDays: 365,
    reviewNames: "initials",
    coversFromOtherSites: false,
    version: "privacy-1",
    ...parts,
  };
}

export function someKeptData(): Shape<"KeptData">[] {
  return [
    { kind: "account", hours: null },
    { kind: "borrowings", hours: 8760 },
    { kind: "sessions", hours: 12 },
  ];
}
