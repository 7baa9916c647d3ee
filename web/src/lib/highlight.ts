/** A piece of a text, and whether it matches the search. */
export interface Piece {
  text: string;
  match: boolean;
}

/** Folds letters: without case, accents and width. Punctuation does not change. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Splits a text into pieces that match the search and pieces that do not. A word matches if it begins with a word of
 * the search, as in the catalogue, without regard to case, accents and width. Matches of the catalogue with a spelling
 * mistake are not marked.
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

/** The length of the part of a word that matches the longest searched beginning; 0 without a match. */
function lengthOfMatch(word: string, wanted: readonly string[]): number {
  const folded = fold(word);
  const found = wanted.find((beginning) => folded.startsWith(beginning));
  if (found === undefined) return 0;
  let length = 0;
  let covered = "";
  for (const character of word) {
    // A combining accent belongs to the letter before it.
    if (covered.length >= found.length && fold(character) !== "") break;
    covered += fold(character);
    length += character.length;
  }
  return length;
}
