import type { AuditLogEntry } from "@/api/shapes.ts";
import audit from "@/lib/i18n/en/audit.json";
import type { TextKey, Translate } from "@/lib/i18n/index.ts";
import { ownSentenceKey, sentenceKey, unknownSentenceKey } from "./actions.ts";
import type { Names } from "./names.ts";
import { roleName } from "./words.ts";

interface Voice {
  t: Translate;
  names: Names;
}

/** The action of an entry in a sentence. */
export function sentenceOf(entry: AuditLogEntry, voice: Voice): string {
  const { t } = voice;
  const { actor, user, book, subject } = entry;
  const sentence = t(keyOf(entry), {
    actor: actor === null ? t("audit.system") : (actor.name ?? t("audit.erasedPerson")),
    user: user === null ? t("audit.somebody") : (user.name ?? t("audit.erasedPerson")),
    book: book === null ? t("audit.aBook") : (book.title ?? t("audit.erasedBook")),
    subject: sectionOf(subject, t),
    role: roleOf(entry, voice),
    factor: factorOf(entry, t),
  });
  // A stand-in for a name may begin the sentence and then gets a capital. A name does not change, such as "de Vries".
  const hasNoName = STAND_INS.some((standIn) => sentence.startsWith(t(standIn)));
  return hasNoName ? sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1) : sentence;
}

/** The texts that replace the name of a person or a book. */
const STAND_INS = [
  "audit.system",
  "audit.erasedPerson",
  "audit.somebody",
  "audit.aBook",
  "audit.erasedBook",
] as const;

function keyOf({ action, actor, user, subject }: AuditLogEntry): TextKey {
  const isOwn = actor !== null && actor._id === user?._id;
  // The server does not record an address that no account has: it may be a password in the wrong field.
  const isUnknown = user === null && subject === "sign_in";
  const key = isUnknown ? unknownSentenceKey(action) : isOwn ? ownSentenceKey(action) : undefined;
  return key ?? sentenceKey(action);
}

/** The name of a section of the settings. */
function sectionOf(subject: string, t: Translate): string {
  const section = subject.replace(/^settings\./, "").replaceAll(".", "_");
  return section in audit.sections
    ? t(`audit.sections.${section as keyof typeof audit.sections}`)
    : section;
}

/** A text of the state after an action, else of the state before it. */
function textIn({ before, after }: AuditLogEntry, name: string): string | undefined {
  for (const state of [after, before]) {
    if (typeof state !== "object" || state === null) continue;
    const value: unknown = (state as Record<string, unknown>)[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The name of the role that an entry is about. */
function roleOf(entry: AuditLogEntry, voice: Voice): string {
  const code = entry.subject.replace(/^role\./, "");
  return textIn(entry, "name") ?? roleName(code, voice);
}

/** The second sign-in step that an entry is about. */
function factorOf(entry: AuditLogEntry, t: Translate): string {
  const kind = textIn(entry, "secondFactor");
  const name = textIn(entry, "name");
  if (kind === "authenticator") return t("audit.factors.authenticator");
  if (kind !== "passkey") return t("audit.factors.unknown");
  return name === undefined
    ? t("audit.factors.passkey")
    : t("audit.factors.namedPasskey", { name });
}
