import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { LiveRegion } from "./announce.tsx";

/** Milliseconds the pointer must rest before a tooltip shows; focus shows it at once. */
const HOVER_DELAY_MS = 400;
const GAP_PX = 8;
const EDGE_PX = 8;

/**
 * Props that give an element a tooltip. The text must repeat the element's label or description, which screen readers
 * read.
 */
export function tooltip(text: string | null | undefined): { "data-tooltip"?: string } {
  return text ? { "data-tooltip": text } : {};
}

/**
 * Props that give a disabled element a tooltip with the reason. A press shows and announces it too, because touch
 * screens have no hover.
 */
export function reasonTooltip(reason: string | null | undefined) {
  return reason ? { ...tooltip(reason), "data-tooltip-on-press": "" } : {};
}

interface Shown {
  anchor: Element;
  text: string;
  /** Whether it was shown by a press. */
  pressed?: boolean;
}

/**
 * The tooltip of the page. A single one follows the pointer and the focus, so that many elements with tooltips add no
 * cost. Escape hides it, and the pointer can move over it. A press hides it too, except on a disabled element, whose
 * reason it shows.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (target: EventTarget | null, delay: number) => {
      if (target instanceof Node && bubble.current?.contains(target)) return;
      clearTimeout(timer);
      const anchor = target instanceof Element ? target.closest("[data-tooltip]") : null;
      const text = anchor?.getAttribute("data-tooltip");
      if (!anchor || !text) setShown(null);
      else timer = setTimeout(() => setShown({ anchor, text }), delay);
    };
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const press = ({ target }: MouseEvent) => {
      hide();
      const anchor = target instanceof Element ? target.closest("[data-tooltip-on-press]") : null;
      const text = anchor?.getAttribute("data-tooltip");
      if (anchor && text) setShown({ anchor, text, pressed: true });
    };
    const over = (event: PointerEvent) =>
      show(event.target, event.pointerType === "touch" ? 0 : HOVER_DELAY_MS);
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) {
        show(event.target, 0);
      }
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("click", press);
    document.addEventListener("keydown", key);
    window.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("click", press);
      document.removeEventListener("keydown", key);
      window.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!shown || !element) return;
    const anchor = shown.anchor.getBoundingClientRect();
    const size = element.getBoundingClientRect();
    const above = anchor.top - size.height - GAP_PX;
    const centred = anchor.left + anchor.width / 2 - size.width / 2;
    const furthest = document.documentElement.clientWidth - size.width - EDGE_PX;
    element.style.top = `${above < EDGE_PX ? anchor.bottom + GAP_PX : above}px`;
    element.style.left = `${Math.max(EDGE_PX, Math.min(centred, furthest))}px`;
  }, [shown]);

  return (
    <>
      <LiveRegion>{shown?.pressed ? shown.text : ""}</LiveRegion>
      {shown
        ? createPortal(
            <div
              ref={bubble}
              aria-hidden="true"
              className="fixed z-60 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-bg text-sm shadow-lift"
            >
              {shown.text}
            </div>,
            document.body,
          )
        : null}
    </>
  );
}
