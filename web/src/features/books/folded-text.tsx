import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

interface FoldedTextProps {
  text: string;
  /** The style of the text. */
  className: string;
  /** The number of lines of the folded text, as a class. */
  clamp: string;
  /** The label of the button that unfolds it. */
  more: string;
}

/** A text of several lines, folded when it is long. */
export function FoldedText({ text, className, clamp, more }: FoldedTextProps) {
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
        className={`max-w-measure whitespace-pre-line wrap-anywhere ${className} ${open ? "" : clamp}`}
      >
        {text}
      </p>
      {long ? (
        <FoldButton open={open} controls={id} onOpen={setOpen}>
          {open ? t("books.detail.showLess") : more}
        </FoldButton>
      ) : null}
    </div>
  );
}

interface FoldButtonProps {
  open: boolean;
  /** The id of what it unfolds. */
  controls: string;
  onOpen: (open: boolean) => void;
  children: string;
}

/** A button that unfolds and folds a part of the page. */
export function FoldButton({ open, controls, onOpen, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      className="min-h-6 rounded-chip font-medium text-md text-primary underline decoration-primary/35 underline-offset-4 hover:decoration-primary touch:min-h-11"
      onClick={() => onOpen(!open)}
    >
      {children}
    </button>
  );
}
