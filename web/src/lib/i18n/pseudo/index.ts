import { groups } from "../en/groups.ts";
import { en } from "../en/index.ts";
import type { Group, LanguageTexts, TextTree } from "../groups.ts";

/** Filler words in a right-to-left script. */
const WORDS = ["أبجد", "هوز", "حطي", "كلمن", "سعفص", "قرشت"];

/** The relative length that is added to an English text, as most other languages are longer. */
const EXTRA = 0.35;
const WORD_LENGTH = 5;

/** A line that is replaced by others, such as the rules of a library. */
const PLACE = /^\{\{\w+\}\}$/;

/** An English text between Arabic words, in brackets: longer, and from right to left. The marks of pages are kept. */
function mirrored(text: string): string {
  if (!text.includes("\n")) return longer(text);
  return text.replace(/^(#+ |- |\d+\. )?(.+)$/gm, (line, mark = "", words: string) =>
    PLACE.test(line) ? line : mark + longer(words),
  );
}

function longer(text: string): string {
  const count = 1 + Math.round((text.length * EXTRA) / WORD_LENGTH);
  const more = Array.from({ length: count }, (_, place) => WORDS[place % WORDS.length]);
  const [first, ...others] = more;
  return `⟦${[first, text, ...others].join(" ")}⟧`;
}

function mirroredTree(tree: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === "string" ? mirrored(value) : mirroredTree(value),
    ]),
  );
}

function mirroredGroup(group: Group): () => Promise<TextTree> {
  return async () => mirroredTree(await groups[group]());
}

/** English with the layout of an Arabic translation, for tests of the layout and to find untranslated texts. */
export const texts: LanguageTexts = {
  first: mirroredTree(en),
  groups: {
    accounts: mirroredGroup("accounts"),
    apiDocs: mirroredGroup("apiDocs"),
    audit: mirroredGroup("audit"),
    home: mirroredGroup("home"),
    imports: mirroredGroup("imports"),
    labels: mirroredGroup("labels"),
    members: mirroredGroup("members"),
    pages: mirroredGroup("pages"),
    record: mirroredGroup("record"),
    refusals: async () => ({}),
    reports: mirroredGroup("reports"),
    savedSearches: mirroredGroup("savedSearches"),
    settings: mirroredGroup("settings"),
    setup: mirroredGroup("setup"),
    shortcuts: mirroredGroup("shortcuts"),
    staff: mirroredGroup("staff"),
  },
};
