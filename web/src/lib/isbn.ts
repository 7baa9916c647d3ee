/**
 * An ISBN with its hyphens, like `978-0-441-01359-3`; as given when it is not a known one. The
 * ranges are a large table and are fetched when the first ISBN is shown.
 */
export async function hyphenateIsbn(isbn: string): Promise<string> {
  const { hyphenate } = await import("isbn3");
  return hyphenate(isbn) ?? isbn;
}
