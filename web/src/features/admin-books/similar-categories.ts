/** The maximum number of existing categories that are offered. */
const MOST = 3;

const wordsOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/s$/u, "") : word))
    .filter((word) => word.length > 2 && word !== "and" && word !== "und");

/** Whether a category with exactly this name exists. */
export function isKnownCategory(name: string, categories: readonly string[]): boolean {
  return categories.includes(name.trim());
}

/** The existing categories that share a word, or the beginning of one, with a new name; the most similar first. */
export function similarCategories(name: string, categories: readonly string[]): string[] {
  const words = wordsOf(name);
  const alike = (one: string, other: string) => {
    const length = Math.min(one.length, other.length);
    if (length < 4) return one === other;
    // "childrens" and "children", "scientific" and "science".
    const shared = Math.max(4, Math.ceil(length * 0.6));
    return one.slice(0, shared) === other.slice(0, shared);
  };
  return categories
    .map((category) => {
      const theirs = wordsOf(category);
      const common = words.filter((word) => theirs.some((other) => alike(word, other))).length;
      return { category, score: common / Math.max(words.length, theirs.length, 1) };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ category }) => category);
}
