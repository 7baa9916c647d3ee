import type { LucideIcon } from "lucide-react";

/** A screen or an action that the palette offers besides search results. */
export interface PaletteEntry {
  id: string;
  kind: "screen" | "action";
  label: string;
  icon: LucideIcon;
  /** Its shortcut. */
  keys?: readonly string[];
  /** The path of the screen, or the action. */
  target: { to: string } | { run: () => void };
}

/** The maximum number of entries of a kind that are shown for a text. */
const MOST = 5;

/** The entries whose label has a word that begins with each word of the text; all for an empty text. */
export function matchingEntries(
  entries: readonly PaletteEntry[],
  text: string,
  kind: PaletteEntry["kind"],
): readonly PaletteEntry[] {
  const words = wordsOf(text);
  const ofKind = entries.filter((entry) => entry.kind === kind);
  if (words.length === 0) return ofKind;
  return ofKind
    .filter(({ label }) => {
      const known = wordsOf(label);
      return words.every((word) => known.some((one) => one.startsWith(word)));
    })
    .slice(0, MOST);
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
