/** Lines of text and the font size at which they fit. */
interface Fitted {
  lines: string[];
  size: number;
}

/** A part of a text between two positions where a line may break. */
interface Piece {
  text: string;
  /** Whether a space separates it from the previous piece. */
  spaced: boolean;
}

/** The maximum width of lines: 80 % of the image. */
const LINE_WIDTH = 160;
/** A safety factor: widths are estimates, so lines are filled as if every letter were this much wider. */
const SAFETY = 1.16;
/** The sizes of a title, the largest first, each with its maximum number of lines. */
const TITLE_SIZES = [
  { size: 32, mostLines: 3 },
  { size: 28, mostLines: 3 },
  { size: 24, mostLines: 4 },
  { size: 21, mostLines: 4 },
  { size: 18, mostLines: 5 },
  { size: 15.2, mostLines: 6 },
];
/** The size of titles that fit no size. */
const SMALLEST_TITLE = { size: 15.2, mostLines: 6 };
const SUBTITLE = { size: 10.4, mostLines: 2 };
const AUTHOR = { size: 9.2, mostLines: 2 };
/** The spacing between letters of the author, relative to the size. */
export const AUTHOR_SPACING = 0.06;
/** The step by which lines are narrowed in the search for the narrowest width with the same number of lines. */
const BALANCE_STEP = 4;
/** The minimum number of letters before a subtitle. */
const LETTERS_BEFORE_SUBTITLE = 3;
/** The separators of title and subtitle. */
const SUBTITLE_MARKS = [": ", " - ", " – ", " — "];

/** Articles that do not count as the first word of a title. */
const ARTICLES = new Set(
  "the a an der die das ein eine le la les un une el los las il lo de het".split(" "),
);

/** Letters that are about a third as wide as they are high. */
const NARROW = new Set("iljtfrI.,:;'!|()[]-‘’“”·`");
/** Letters that are nearly as wide as they are high. */
const BROAD = new Set("mwMW@%—…");
/** Closing punctuation and small letters of Chinese and Japanese text, with which no line begins. */
const NEVER_FIRST = new Set(
  "、。，．：；！？）」』】〉》〕ー・々ゃゅょっぁぃぅぇぉャュョッァィゥェォ",
);
/** Opening punctuation of Chinese and Japanese text, with which no line ends. */
const NEVER_LAST = new Set("（「『【〈《〔");
/** Characters inside a word after which a line may break. */
const BREAK_AFTER = new Set("-‐–—/");

const SPACES = /\p{White_Space}+/gu;
const ALPHABETIC = /\p{Alphabetic}/u;
const ALPHANUMERIC = /[\p{Alphabetic}\p{N}]/u;
const CAPITAL = /\p{Uppercase}/u;
/** Hebrew, Arabic and related scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/u;

type Ranges = readonly (readonly [first: number, last: number])[];

/** Marks and joiners that are drawn together with the previous character. */
const JOINED: Ranges = [
  [0x300, 0x36f],
  [0x591, 0x5bd],
  [0x64b, 0x65f],
  [0x200b, 0x200f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0x1f3fb, 0x1f3ff],
];
/** Characters between which a line may break without a space. */
const IDEOGRAPHIC: Ranges = [
  [0x2e80, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff01, 0xff60],
  [0x20000, 0x3fffd],
];
/** Other characters as wide as they are high: Korean, and emoji. */
const OTHER_WIDE: Ranges = [
  [0x1100, 0x115f],
  [0xac00, 0xd7a3],
  [0x1f300, 0x1faff],
];

/** The words of a text, separated by white space. */
function words(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

/** The text without surrounding white space, and with single spaces inside. */
function singleSpaced(text: string): string {
  return words(text).join(" ");
}

/** The text without surrounding white space. */
export function trimmed(text: string): string {
  return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}

/** The form in which texts are compared: NFKC, lower case. */
export function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Splits at the first colon or spaced dash with three letters before it. */
export function splitTitle(text: string): { title: string; subtitle: string } {
  const title = singleSpaced(text);
  let found: { position: number; mark: string } | undefined;
  for (const mark of SUBTITLE_MARKS) {
    let position = title.indexOf(mark);
    while (position >= 0 && !hasLetters(title.slice(0, position))) {
      position = title.indexOf(mark, position + mark.length);
    }
    if (position >= 0 && (found === undefined || position < found.position)) {
      found = { position, mark };
    }
  }
  if (found === undefined) {
    return { title, subtitle: "" };
  }
  const subtitle = singleSpaced(title.slice(found.position + found.mark.length));
  return { title: title.slice(0, found.position), subtitle };
}

function hasLetters(text: string): boolean {
  return [...text].filter((sign) => ALPHABETIC.test(sign)).length >= LETTERS_BEFORE_SUBTITLE;
}

/** The first letter or digit after a leading article, as a capital; the first character of a title without one. */
export function initialOf(title: string): string {
  const all = words(title.normalize("NFKC"));
  const isArticle = all.length > 1 && ARTICLES.has(all[0]?.toLowerCase() ?? "");
  const signs = [...(isArticle ? all.slice(1) : all).join("")];
  const first = signs.find((sign) => ALPHANUMERIC.test(sign)) ?? signs[0] ?? "";
  return [...first.toUpperCase()][0] ?? "";
}

/** Whether the first letter of a text is of a script that runs from right to left. */
export function isRightToLeft(text: string): boolean {
  const first = [...text].find((sign) => ALPHABETIC.test(sign));
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

/**
 * The lines of a title and their size: the largest at which its longest word fits into a line and the title into the
 * maximum number of lines; otherwise the smallest, truncated.
 */
export function fitTitle(title: string): Fitted {
  const pieces = piecesOf(title);
  for (const { size, mostLines } of TITLE_SIZES) {
    const width = LINE_WIDTH / (size * SAFETY);
    const fits = pieces.every((piece) => measure(piece.text, 0) <= width);
    if (fits && wrap(pieces, width, 0).length <= mostLines) {
      return { lines: balanced(pieces, width, size, 0), size };
    }
  }
  const { size, mostLines } = SMALLEST_TITLE;
  return { lines: clamped(title, size, mostLines, 0), size };
}

/** The lines of a subtitle, truncated if necessary, and their size. */
export function fitSubtitle(subtitle: string): Fitted {
  const { size, mostLines } = SUBTITLE;
  return { lines: clamped(subtitle, size, mostLines, 0), size };
}

/** The lines of the author in capitals, truncated if necessary, and their size. */
export function fitAuthor(author: string): Fitted {
  const { size, mostLines } = AUTHOR;
  return { lines: clamped(author.toUpperCase(), size, mostLines, AUTHOR_SPACING), size };
}

/** The estimated width of a text relative to its size, with `spacing` after each letter. */
function measure(text: string, spacing: number): number {
  let width = 0;
  for (const sign of text) {
    width += signWidth(sign, spacing);
  }
  return width;
}

function signWidth(sign: string, spacing: number): number {
  return isIn(JOINED, sign) ? 0 : letterWidth(sign) + spacing;
}

function letterWidth(sign: string): number {
  if (sign === " ") return 0.28;
  if (NARROW.has(sign)) return 0.32;
  if (BROAD.has(sign)) return 0.92;
  if (isIn(IDEOGRAPHIC, sign) || isIn(OTHER_WIDE, sign)) return 1;
  if (CAPITAL.test(sign) || /[0-9]/.test(sign)) return 0.7;
  return 0.56;
}

function isIn(ranges: Ranges, sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => first <= code && code <= last);
}

function mayBreakBetween(before: string, after: string): boolean {
  if (isIn(JOINED, after) || NEVER_LAST.has(before) || NEVER_FIRST.has(after)) {
    return false;
  }
  const isBetweenIdeographs = isIn(IDEOGRAPHIC, before) || isIn(IDEOGRAPHIC, after);
  return isBetweenIdeographs || (BREAK_AFTER.has(before) && ALPHABETIC.test(after));
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const word of words(text)) {
    let piece: Piece = { text: "", spaced: pieces.length > 0 };
    let before: string | undefined;
    for (const sign of word) {
      if (before !== undefined && mayBreakBetween(before, sign)) {
        pieces.push(piece);
        piece = { text: "", spaced: false };
      }
      piece.text += sign;
      before = sign;
    }
    pieces.push(piece);
  }
  return pieces;
}

/** Fills lines of a width (relative to the size) greedily. */
function wrap(pieces: readonly Piece[], width: number, spacing: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const joint = piece.spaced ? " " : "";
    const line = lines.at(-1);
    if (
      line !== undefined &&
      measure(line, spacing) + measure(joint, spacing) + measure(piece.text, spacing) <= width
    ) {
      lines[lines.length - 1] = line + joint + piece.text;
    } else {
      lines.push(piece.text);
    }
  }
  return lines;
}

/** The narrowest lines with the same number of lines, so that the last line is not much shorter. */
function balanced(
  pieces: readonly Piece[],
  width: number,
  size: number,
  spacing: number,
): string[] {
  const step = BALANCE_STEP / size;
  const longest = Math.max(0, ...pieces.map((piece) => measure(piece.text, spacing)));
  let lines = wrap(pieces, width, spacing);
  let narrower = width - step;
  while (narrower >= longest && narrower > 0) {
    const candidate = wrap(pieces, narrower, spacing);
    if (candidate.length > lines.length) {
      break;
    }
    lines = candidate;
    narrower -= step;
  }
  return lines;
}

/** Lines of one size. Breaks words that are too long anywhere, and truncates after the maximum number of lines. */
function clamped(text: string, size: number, mostLines: number, spacing: number): string[] {
  const width = LINE_WIDTH / (size * SAFETY);
  // A single word on a line may use the safety factor, because the margin is wider than that.
  const pieces = broken(piecesOf(text), LINE_WIDTH / size, spacing);
  const all = wrap(pieces, width, spacing);
  if (all.length <= mostLines) {
    return balanced(pieces, width, size, spacing);
  }
  const lines = all.slice(0, mostLines);
  const last = [...(lines.pop() ?? "")];
  while (last.length > 0 && measure(last.join(""), spacing) + measure("…", spacing) > width) {
    last.pop();
  }
  while (last.length > 0 && !ALPHANUMERIC.test(last.at(-1) ?? "")) {
    last.pop();
  }
  return [...lines, `${last.join("")}…`];
}

/** Breaks pieces that are wider than a line (relative to the size) into parts of similar width. */
function broken(pieces: readonly Piece[], width: number, spacing: number): Piece[] {
  const parts: Piece[] = [];
  for (const piece of pieces) {
    const whole = measure(piece.text, spacing);
    const limit = Math.min(width, whole / Math.ceil(whole / width) + 1);
    let part: Piece = { text: "", spaced: piece.spaced };
    for (const sign of piece.text) {
      if (part.text !== "" && measure(part.text, spacing) + signWidth(sign, spacing) > limit) {
        parts.push(part);
        part = { text: "", spaced: false };
      }
      part.text += sign;
    }
    parts.push(part);
  }
  return parts;
}
