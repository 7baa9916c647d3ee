import { groups } from "../en/groups.ts";
import { en } from "../en/index.ts";
import type { Group, LanguageTexts, TextTree } from "../groups.ts";

/** Words that say nothing, in a script that is written from right to left. */
const WORDS = ["أبجد", "هوز", "حطي", "كلمن", "سعفص", "قرشت"];

/** The part of an English text by which most other languages are longer. */
const EXTRA = 0.35;
const WORD_LENGTH = 5;

/** A line that stands for others, such as the rules of a library. */
const PLACE = /^\{\{\w+\}\}$/;

/** An English text between Arabic words, in brackets: longer, and from right to left. Pages keep their marks. */
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

/** English as an Arabic translation would be: for tests of the layout, and to find texts that are not translated. */
export const texts: LanguageTexts = {
  first: mirroredTree(en),
  groups: {
    accounts: mirroredGroup("accounts"),
    apiDocs: mirroredGroup("apiDocs"),
    audit: mirroredGroup("audit"),
    home: mirroredGroup("home"),
    members: mirroredGroup("members"),
    pages: mirroredGroup("pages"),
    refusals: async () => ({}),
    reports: mirroredGroup("reports"),
    settings: mirroredGroup("settings"),
    setup: mirroredGroup("setup"),
    shortcuts: mirroredGroup("shortcuts"),
    staff: mirroredGroup("staff"),
  },
};
