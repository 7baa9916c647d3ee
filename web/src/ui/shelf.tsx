import { ChevronLeft, ChevronRight } from "lucide-react";
import { Children, type ReactNode, useRef } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { IconButton } from "./icon-button.tsx";

interface ShelfProps {
  /** Names the list for screen readers. */
  label: string;
  children: ReactNode;
}

/** Books side by side, which scroll by touch, wheel, keyboard, or the two buttons. */
export function Shelf({ label, children }: ShelfProps) {
  const { t } = useTranslation();
  const track = useRef<HTMLUListElement>(null);
  const scroll = (direction: 1 | -1) => {
    const element = track.current;
    if (!element) return;
    const mirrored = getComputedStyle(element).direction === "rtl" ? -1 : 1;
    element.scrollBy({
      left: direction * mirrored * element.clientWidth * 0.8,
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
  };
  return (
    <div className="relative">
      <ul
        ref={track}
        aria-label={label}
        className="snap-shelf -mx-4 gap-5 px-4 py-2 [scroll-padding-inline:1rem] sm:-mx-1 sm:px-1"
      >
        {Children.map(children, (child) => (
          <li className="w-36 sm:w-40">{child}</li>
        ))}
      </ul>
      <div className="absolute end-0 -top-13 hidden gap-1 sm:flex [@media(pointer:coarse)]:hidden">
        <IconButton label={t("common.scrollBack")} onClick={() => scroll(-1)}>
          <ChevronLeft className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton label={t("common.scrollOn")} onClick={() => scroll(1)}>
          <ChevronRight className="rtl:-scale-x-100" />
        </IconButton>
      </div>
    </div>
  );
}
