import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

/** The description of a book, folded after six lines. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element || open) return;
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);

  return (
    <div className="flex flex-col items-start gap-2">
      <p
        ref={paragraph}
        id={id}
        dir="auto"
        className={`max-w-measure whitespace-pre-line font-serif text-lg leading-relaxed ${open ? "" : "line-clamp-6"}`}
      >
        {text}
      </p>
      {long ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="min-h-6 rounded-chip font-medium text-md text-primary underline decoration-primary/35 underline-offset-4 hover:decoration-primary touch:min-h-11"
          onClick={() => setOpen(!open)}
        >
          {open ? t("books.detail.showLess") : t("books.detail.showMore")}
        </button>
      ) : null}
    </div>
  );
}
