import type { Format } from "./format-context.tsx";
import type { Translate } from "./i18n/index.ts";

/** The rules that the standard texts of the public pages mention. */
export interface RuleFacts {
  loanDays: number;
  loansAllowed: number;
  renewalsAllowed: number;
  renewalDays: number | null;
  noRenewalBeforeDays: number | null;
  finePerPeriod: number;
  finePeriodDays: number;
  graceDays: number;
  graceRule: string;
  fineCap: number | null;
  blockAtBalance: number | null;
  blockOnOverdue: boolean;
  /** The end of term; it has no effect after that day. */
  latestDueDate: string | null;
}

interface Voice {
  t: Translate;
  format: Pick<Format, "money" | "date" | "today">;
}

/** The data of the library in the standard texts of the public pages. */
export interface LibraryFacts {
  name: string;
  coversFromOtherSites: boolean;
  retention: Retention;
}

interface Retention {
  /** `null` if returned borrowings are never made anonymous. */
  borrowingDays: number | null;
  auditDays: number;
  sessionHours: number;
  rememberedSessionDays: number;
}

/** The standard text of a page, with the current rules, as a text with marks. */
export function standardPage(
  page: "about" | "contact" | "privacy" | "terms" | "help",
  library: LibraryFacts,
  facts: RuleFacts,
  voice: Voice,
): string {
  const list = (sentences: string[]) => sentences.map((sentence) => `- ${sentence}`).join("\n");
  return voice.t(`pages.${page}.text`, {
    name: library.name,
    rules: list(ruleSentences(facts, voice)),
    times: list(timeSentences(library.retention, voice.t)),
    covers: voice.t(
      library.coversFromOtherSites
        ? "pages.privacy.coversFromElsewhere"
        : "pages.privacy.coversFromHere",
    ),
  });
}

/** The retention times that the library or its operator sets, one sentence each. */
function timeSentences(retention: Retention, t: Translate): string[] {
  const { borrowingDays, auditDays, sessionHours, rememberedSessionDays } = retention;
  return [
    borrowingDays === null
      ? t("pages.privacy.borrowingsForever")
      : t("pages.privacy.borrowings", { count: borrowingDays }),
    auditDays % 365 === 0
      ? t("pages.privacy.auditYears", { count: auditDays / 365 })
      : t("pages.privacy.audit", { count: auditDays }),
    t("pages.privacy.sessions", {
      hours: t("pages.privacy.hours", { count: sessionHours }),
      days: t("pages.privacy.days", { count: rememberedSessionDays }),
    }),
  ];
}

/** The circulation rules, one sentence each. */
export function ruleSentences(facts: RuleFacts, { t, format }: Voice): string[] {
  return [
    t("pages.rules.loan", { count: facts.loanDays }),
    t("pages.rules.allowed", { count: facts.loansAllowed }),
    ...renewalSentences(facts, t),
    ...fineSentences(facts, { t, format }),
    ...(facts.blockAtBalance === null
      ? []
      : [t("pages.rules.blockAtBalance", { amount: format.money(facts.blockAtBalance) })]),
    ...(facts.blockOnOverdue ? [t("pages.rules.blockOnOverdue")] : []),
    ...(facts.latestDueDate === null || facts.latestDueDate < format.today()
      ? []
      : [t("pages.rules.latest", { date: format.date(facts.latestDueDate) })]),
  ];
}

function renewalSentences(facts: RuleFacts, t: Translate): string[] {
  const { renewalsAllowed, renewalDays, noRenewalBeforeDays } = facts;
  if (renewalsAllowed === 0) return [t("pages.rules.noRenewals")];
  return [
    t("pages.rules.renewals", { count: renewalsAllowed }),
    renewalDays === null
      ? t("pages.rules.renewalSameDays")
      : t("pages.rules.renewalDays", { count: renewalDays }),
    noRenewalBeforeDays === null
      ? t("pages.rules.renewalAnyTime")
      : noRenewalBeforeDays === 0
        ? t("pages.rules.renewalOpensWhenDue")
        : t("pages.rules.renewalOpens", { count: noRenewalBeforeDays }),
    t("pages.rules.renewalStops"),
  ];
}

function fineSentences(facts: RuleFacts, { t, format }: Voice): string[] {
  if (facts.finePerPeriod === 0) return [t("pages.rules.noFine")];
  const fine = t("pages.rules.fine", {
    amount: format.money(facts.finePerPeriod),
    count: facts.finePeriodDays,
  });
  const sentences = [fine];
  if (facts.graceDays > 0) {
    const grace = facts.graceRule === "forgiven" ? "graceForgiven" : "graceIncluded";
    sentences.push(t(`pages.rules.${grace}`, { count: facts.graceDays }));
  }
  if (facts.fineCap !== null) {
    sentences.push(t("pages.rules.cap", { amount: format.money(facts.fineCap) }));
  }
  return sentences;
}
