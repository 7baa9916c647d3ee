/** What can have the focus and stands for its entry in a list. */
const TARGETS = "a[href], button";

/** A list or a table around a control, or a part of the page with a heading of its own. */
const PARTS = "section, [role=region], main";

/** The page, and what opens above it. */
const LAYERS = "main, [role=dialog], [role=alertdialog]";

/**
 * Moves the focus on when the focused element is removed or can no longer be used: to the entry that takes its place in a
 * list, else to the first entry or the heading of its part of the page, else to the heading of the page. Without this, the
 * browser begins again at the top of the page.
 *
 * In an open dialog, the focus stays in it. When a dialog closes, its element counts for the element that had the focus
 * before: the dialog returns the focus to it, if it is still there.
 *
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  // For each layer, where the focus was; the last used layer at the end.
  const places = new Map<Element, () => HTMLElement | null>();
  let byPointer = false;
  let frame = 0;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    const layer = target.closest(LAYERS);
    if (layer === null) return;
    places.delete(layer);
    places.set(layer, placeOf(target));
  };
  const check = () => {
    frame = 0;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    // A press beside all controls takes the focus away, too; then the element is still there.
    if (last === null || isUsable(last)) return;
    const target = findIn(places) ?? headingOf(document);
    last = target ?? null;
    target?.focus({ preventScroll: byPointer });
  };
  const look = () => {
    // A dialog returns the focus in the next frame.
    if (frame === 0) frame = requestAnimationFrame(() => requestAnimationFrame(check));
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["inert", "hidden"],
  });
  const pointed = () => {
    byPointer = true;
  };
  const typed = () => {
    byPointer = false;
  };
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", pointed, true);
  document.addEventListener("keydown", typed, true);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", pointed, true);
    document.removeEventListener("keydown", typed, true);
  };
}

/** The place of the topmost layer that is still open. */
function findIn(places: Map<Element, () => HTMLElement | null>): HTMLElement | null {
  for (const [layer, find] of [...places].reverse()) {
    if (layer.isConnected && !layer.hasAttribute("data-closed")) return find();
    places.delete(layer);
  }
  return null;
}

function isUsable(element: Element): boolean {
  return element.isConnected && element.closest("[inert], [hidden]") === null;
}

/** Records an element and its surroundings; the returned function finds what is left of them. */
function placeOf(element: HTMLElement): () => HTMLElement | null {
  const entry = element.closest("tr, li");
  const entries = entry ? [entry, ...following(entry), ...preceding(entry)] : [];
  const parts: Element[] = [];
  for (let part = element.closest(PARTS); part; part = part.parentElement?.closest(PARTS) ?? null) {
    parts.push(part);
  }
  return () => {
    if (isUsable(element)) return element;
    const left = entries.find((one) => isUsable(one) && one.querySelector(TARGETS) !== null);
    if (left) return left.querySelector<HTMLElement>(TARGETS);
    for (const part of parts.filter(isUsable)) {
      const row = part.querySelector<HTMLElement>("tbody tr:not([inert]) :is(a[href], button)");
      const target = row ?? headingOf(part);
      if (target) return target;
    }
    return null;
  };
}

function* following(entry: Element) {
  for (let next = entry.nextElementSibling; next; next = next.nextElementSibling) yield next;
}

function* preceding(entry: Element) {
  for (let next = entry.previousElementSibling; next; next = next.previousElementSibling) {
    yield next;
  }
}

/** The heading of a part, which can then have the focus. */
function headingOf(part: ParentNode): HTMLElement | null {
  const scope = part === document ? "main " : "";
  const heading = part.querySelector<HTMLElement>(
    `${scope}:is(h1, h2, h3):not([data-waiting], [inert] *)`,
  );
  if (heading) heading.tabIndex = -1;
  return heading;
}
