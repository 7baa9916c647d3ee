import type { AuditAction } from "@/api/shapes.ts";
import audit from "@/lib/i18n/en/audit.json";
import type { TextKey } from "@/lib/i18n/index.ts";

/** The key of the sentence of an action. The compiler checks that every action of the server has one. */
export function sentenceKey(action: AuditAction): TextKey {
  return `audit.sentences.${action}`;
}

/** The key of the sentence for people who act on their own account, if there is a separate one. */
export function ownSentenceKey(action: AuditAction): TextKey | undefined {
  return keyIn("ownSentences", action);
}

/** The key of the sentence about an account that does not exist, if there is one. */
export function unknownSentenceKey(action: AuditAction): TextKey | undefined {
  return keyIn("unknownSentences", action);
}

function keyIn(
  section: "ownSentences" | "unknownSentences",
  action: AuditAction,
): TextKey | undefined {
  const [noun = "", verb = ""] = action.split(".");
  const verbs: Record<string, Record<string, string>> = audit[section];
  return verbs[noun]?.[verb] === undefined ? undefined : (`audit.${section}.${action}` as TextKey);
}

/** The key of the short name of an action, for the choice of actions. */
export function nameKey(action: AuditAction): TextKey {
  return `audit.names.${action}`;
}

/** Every action, by its code. */
export const ACTIONS: readonly AuditAction[] = Object.entries(audit.names).flatMap(
  ([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}` as AuditAction),
);
