import { afterEach, describe, expect, it } from "vitest";
import { rememberPlace, restoreFocus } from "./focus-after-removal.ts";

function list(...names: string[]): HTMLElement[] {
  document.body.innerHTML = `<main><h1 tabindex="-1">Books</h1><ul>${names
    .map((name) => `<li><a href="/${name}">${name}</a><button>Return</button></li>`)
    .join("")}</ul></main>`;
  return [...document.querySelectorAll("li")];
}

function press(item: HTMLElement | undefined): () => void {
  const button = item?.querySelector("button");
  if (!button) throw new Error("no such item");
  button.focus();
  const place = rememberPlace(button);
  return () => restoreFocus(place);
}

afterEach(() => {
  document.body.innerHTML = "";
});

describe("the focus in a list", () => {
  it("stays in an entry that lost its button", () => {
    const [first] = list("dune", "emma");
    const restore = press(first);
    first?.querySelector("button")?.remove();
    restore();
    expect(document.activeElement?.textContent).toBe("dune");
  });

  it("moves to the entry that took its place", () => {
    const [first] = list("dune", "emma");
    const restore = press(first);
    first?.remove();
    restore();
    expect(document.activeElement?.textContent).toBe("emma");
  });

  it("moves to the previous entry when the last one is removed", () => {
    const [, last] = list("dune", "emma");
    const restore = press(last);
    last?.remove();
    restore();
    expect(document.activeElement?.textContent).toBe("dune");
  });

  it("moves to the heading when the list is empty", () => {
    const [only] = list("dune");
    const restore = press(only);
    only?.remove();
    restore();
    expect(document.activeElement?.tagName).toBe("H1");
  });

  it("does not move when another element has the focus", () => {
    const [first, second] = list("dune", "emma");
    const restore = press(first);
    first?.remove();
    second?.querySelector("button")?.focus();
    restore();
    expect(document.activeElement?.textContent).toBe("Return");
  });
});
