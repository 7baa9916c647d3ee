import { formatOf } from "@/lib/format-context.tsx";
import { PSEUDO_ARABIC } from "@/lib/i18n/languages.ts";

/** Formats the dates and amounts of a library in this zone in the pseudo-language. */
export function pseudoFormat(timeZone: string) {
  return formatOf(timeZone, undefined, "USD", PSEUDO_ARABIC.locale);
}

const { month } = pseudoFormat("UTC");
const MONTHS = Array.from({ length: 12 }, (_, place) =>
  month(`2024-${String(place + 1).padStart(2, "0")}`, false),
);

/** The output of `Intl` that contains letters: `٥ يناير ٢٠٢٤، ١٣:٤٥`, and the sign of dollars. */
const DATE_OR_AMOUNT = new RegExp(
  `[٠-٩]+ (?:${MONTHS.join("|")})(?: [٠-٩]+)?(?:، [٠-٩:]+)?|US\\$`,
  "g",
);

const READ_ATTRIBUTES = [
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "title",
  "placeholder",
  "data-tooltip",
] as const;

/**
 * Every text of the page, visible or for screen readers, that is not from the language file and is not data, a date or
 * a number. Drawings, keys, and elements with `translate="no"` are skipped.
 */
export function untranslatedTexts(root: Element, data: readonly string[]): string[] {
  const found = new Set<string>();
  const look = (text: string | null) => {
    if (text && /\p{L}/u.test(remainderOf(text, data))) found.add(text.trim());
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement?.closest("svg, kbd, script, style, [translate=no]")) look(textContent);
  }
  for (const attribute of READ_ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${attribute}]:not([translate=no] *)`)) {
      look(element.getAttribute(attribute));
    }
  }
  return [...found];
}

/** A text without its translated parts. They may be nested, so the innermost are removed first. */
export function withoutTranslated(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
  }
  return rest;
}

function remainderOf(text: string, data: readonly string[]): string {
  let rest = withoutTranslated(text);
  for (const known of data) rest = rest.replaceAll(known, " ");
  return rest.replace(DATE_OR_AMOUNT, " ");
}

/** All texts in some data, the longest first, so that no text is removed as a part of another. */
export function textsIn(...values: unknown[]): string[] {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  values.forEach(visit);
  found.delete("");
  return [...found].toSorted((one, other) => other.length - one.length);
}
