/** A piece of a text, and whether it matches the search. */
export interface Piece {
  text: string;
  match: boolean;
}

/** Letters without case, accents or width; punctuation as it is. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Cuts a text where its words begin as the words of a search do: the way the catalogue finds them.
 * Case, accents and width don't matter; a typo that the catalogue forgives is not marked.
 */
export function piecesOf(text: string, search: string): Piece[] {
  const wanted = (fold(search).match(WORD) ?? []).toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, match: false }];
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = lengthOfMatch(word, wanted);
    if (length === 0) continue;
    if (index > done) pieces.push({ text: text.slice(done, index), match: false });
    pieces.push({ text: text.slice(index, index + length), match: true });
    done = index + length;
  }
  if (done < text.length || pieces.length === 0) {
    pieces.push({ text: text.slice(done), match: false });
  }
  return pieces;
}

/** How much of a word, in its own characters, a wanted beginning covers. */
function lengthOfMatch(word: string, wanted: readonly string[]): number {
  const folded = fold(word);
  const found = wanted.find((beginning) => folded.startsWith(beginning));
  if (found === undefined) return 0;
  let length = 0;
  let covered = "";
  for (const character of word) {
    // An accent written as a character of its own belongs to the letter before it.
    if (covered.length >= found.length && fold(character) !== "") break;
    covered += fold(character);
    length += character.length;
  }
  return length;
}
