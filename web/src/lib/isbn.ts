/**
 * An ISBN with its hyphens, like `978-0-441-01359-3`; unchanged if its range is unknown. The table of ranges is large
 * and is fetched for the first ISBN.
 */
export async function hyphenateIsbn(isbn: string): Promise<string> {
  const { hyphenate } = await import("isbn3");
  return hyphenate(isbn) ?? isbn;
}
