/** A piece of a line. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "emphasis"; parts: Inline[] }
  | { kind: "link"; to: string; parts: Inline[] };

/** A part of a page. */
export type Block =
  | { kind: "heading"; level: 2 | 3; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] };

const HEADING = /^(#{1,3})\s+(.+?)\s*#*$/;
const ITEM = /^[-*]\s+(.+)$/;
const NUMBERED = /^\d{1,3}[.)]\s+(.+)$/;

/**
 * The parts of a text with a few marks of Markdown: headings, lists, emphasis and links. HTML is not supported:
 * everything else is text and is shown as typed.
 */
export function parseMarks(source: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0)
      blocks.push({ kind: "paragraph", parts: inline(paragraph.join(" ")) });
    paragraph = [];
  };
  const addItem = (ordered: boolean, text: string) => {
    endParagraph();
    const last = blocks.at(-1);
    if (last?.kind === "list" && last.ordered === ordered && !gap) last.items.push(inline(text));
    else blocks.push({ kind: "list", ordered, items: [inline(text)] });
  };
  let gap = false;
  for (const line of source.split("\n").map((text) => text.trim())) {
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line)?.[1];
    const numbered = NUMBERED.exec(line)?.[1];
    if (line === "") {
      endParagraph();
    } else if (heading) {
      endParagraph();
      const level = heading[1] === "###" ? 3 : 2;
      blocks.push({ kind: "heading", level, parts: inline(heading[2] ?? "") });
    } else if (item !== undefined) {
      addItem(false, item);
    } else if (numbered !== undefined) {
      addItem(true, numbered);
    } else {
      paragraph.push(line);
    }
    gap = line === "";
  }
  endParagraph();
  return blocks;
}

/** In this order: an escaped character, a link, strong, emphasis. None spans several lines. */
const INLINE =
  /\\([\\*_[\]()#-])|\[([^\][]{1,200})\]\(([^()\s]{1,500})\)|\*\*([^*\s\\](?:[^*\\]*[^*\s\\])?)\*\*(?!\*)|(?<!\*)\*([^*\s\\](?:[^*\\]*[^*\s\\])?)\*(?!\*)/g;

function inline(source: string): Inline[] {
  const parts: Inline[] = [];
  const addText = (text: string) => {
    const last = parts.at(-1);
    if (text === "") return;
    if (last?.kind === "text") last.text += text;
    else parts.push({ kind: "text", text });
  };
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    const [whole, escaped, label, target, strong, emphasis] = match;
    addText(source.slice(end, match.index));
    end = match.index + whole.length;
    const to = target === undefined ? null : safeTarget(target);
    if (escaped !== undefined) addText(escaped);
    else if (label !== undefined && to !== null) {
      parts.push({ kind: "link", to, parts: inline(label) });
    } else if (strong !== undefined) parts.push({ kind: "strong", parts: inline(strong) });
    else if (emphasis !== undefined) parts.push({ kind: "emphasis", parts: inline(emphasis) });
    else addText(whole);
  }
  addText(source.slice(end));
  return parts;
}

/** The possible targets of a link: a page of the library, another site, an email address, a phone number. */
function safeTarget(target: string): string | null {
  if (/^\/(?![/\\])/.test(target)) return target;
  return /^(https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d])/i.test(target) ? target : null;
}
