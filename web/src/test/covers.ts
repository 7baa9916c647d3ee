/** The cover inside an element: the address of the book's own image, and the text of the generated cover. */
export function coverOf(element: HTMLElement): { image: string | null; words: string | null } {
  const words = [...element.querySelectorAll("svg")].map((svg) => svg.textContent);
  return {
    image: element.querySelector("img")?.getAttribute("src") ?? null,
    words: words.find((text) => text !== "") ?? null,
  };
}
