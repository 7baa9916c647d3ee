/** Hyphens and dashes of every width, the minus sign, and white space. */
const SEPARATORS = /[\s\u002D\u2010-\u2015\u2212]/g;

/** The digits of an ISBN as it is entered, without separators. */
export function symbolsOf(text: string): string {
  return text.replace(SEPARATORS, "").toUpperCase();
}

/**
 * Whether a text is an ISBN: 10 or 13 digits, with or without separators, with the right check
 * digit. The same rule as the server's; it does not check whether a publisher uses the number.
 */
export function isIsbn(text: string): boolean {
  const symbols = symbolsOf(text);
  if (/^\d{9}[\dX]$/.test(symbols)) {
    // ISO 2108:1992, annex C: weights 10 to 1, modulo 11; X stands for ten.
    const sum = [...symbols].reduce(
      (total, symbol, place) => total + (symbol === "X" ? 10 : Number(symbol)) * (10 - place),
      0,
    );
    return sum % 11 === 0;
  }
  if (/^97[89]\d{10}$/.test(symbols)) {
    // ISO 2108:2017, annex A: weights 1 and 3 in turn, modulo 10.
    const sum = [...symbols].reduce(
      (total, symbol, place) => total + Number(symbol) * (place % 2 === 0 ? 1 : 3),
      0,
    );
    return sum % 10 === 0;
  }
  return false;
}
