import type { AuditLogEntry } from "@/api/shapes.ts";
import audit from "@/lib/i18n/en/audit.json";
import type { Translate } from "@/lib/i18n/index.ts";
import { ownSentenceKey, sentenceKey } from "./actions.ts";

/** What happened, in a sentence. */
export function sentenceOf(entry: AuditLogEntry, t: Translate): string {
  const { action, actor, user, book, subject } = entry;
  const isOwn = actor !== null && actor._id === user?._id;
  return t((isOwn ? ownSentenceKey(action) : undefined) ?? sentenceKey(action), {
    actor: actor === null ? t("audit.system") : (actor.name ?? t("audit.erasedPerson")),
    user:
      user === null
        ? t(subject === "sign_in" ? "audit.nobody" : "audit.somebody")
        : (user.name ?? t("audit.erasedPerson")),
    book: book === null ? t("audit.aBook") : (book.title ?? t("audit.erasedBook")),
    subject: sectionOf(subject, t),
  });
}

/** The name of a section of the settings. */
function sectionOf(subject: string, t: Translate): string {
  const section = subject.replace(/^settings\./, "").replaceAll(".", "_");
  return section in audit.sections
    ? t(`audit.sections.${section as keyof typeof audit.sections}`)
    : section;
}
